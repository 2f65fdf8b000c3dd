// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A worker's end of the control pipe: the host's answers, and the units that the host hands over.
///
/// It reads one record at a time, since the host takes back unread records, unless the host says that it will not.
struct OrderReader {
    /// The most records that are read at once.
    private static let capacity = 64

    /// The pipe.
    private var pipe: WorkerPipe
    /// Its descriptor, as far as is known.
    private var descriptor: Int32
    /// The records that were read and not used, in order.
    private var held: [HostOrder] = []
    /// The first of them that was not used.
    private var next = 0
    /// Whether the host takes back nothing from the pipe: this worker is the only one.
    private(set) var isKept = false
    /// The memory for records.
    private let buffer: UnsafeMutableBufferPointer<UInt64>

    /// Takes over the pipe; the reader lives as long as the process.
    init(_ pipe: WorkerPipe) {
        self.pipe = pipe
        buffer = .allocate(capacity: Self.capacity)
        descriptor = self.pipe.open()
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Opens the pipe again if it was lost.
    mutating func mend() { descriptor = pipe.open() }

    /// Waits for the host's answer; forgets the units that come before it, unless no other worker may have them.
    ///
    /// The host knows that, and hands them over again, perhaps to another worker: the wait may be long.
    ///
    /// - Returns: Nil if the host has closed the pipe.
    mutating func answer() -> HostAnswer? {
        while true {
            guard let count = read(1, beforeWait: {}) else { return nil }
            for order in orders(count) {
                if case .answer(let answer) = order { return answer }
                if isKept { held.append(order) }
            }
        }
    }

    /// The next record that is no answer; `beforeWait` is called before a wait for one.
    ///
    /// - Returns: Nil if the host has closed the pipe.
    mutating func order(beforeWait: () -> Void) -> HostOrder? {
        while next >= held.count {
            held.removeAll(keepingCapacity: true)
            next = 0
            guard let count = read(isKept ? Self.capacity : 1, beforeWait: beforeWait) else { return nil }
            for order in orders(count) {
                if case .answer = order { continue }
                if count == 1 { return noting(order) }
                held.append(order)
            }
        }
        next += 1
        return noting(held[next - 1])
    }

    /// The next record that is no answer, if one is there; `putBack` undoes that.
    ///
    /// None where others were read with it: then each is looked at in its turn.
    mutating func orderAtHand() -> HostOrder? {
        guard !isKept, next >= held.count, !pipe.isLost,
            Glibc.read(descriptor, buffer.baseAddress, MemoryLayout<UInt64>.size) == MemoryLayout<UInt64>.size,
            let order = HostOrder(buffer[0], mark: pipe.mark)
        else { return nil }
        if case .answer = order { return nil }
        return order
    }

    /// Keeps an order that was at hand for its turn.
    mutating func putBack(_ order: HostOrder) {
        held = [order]
        next = 0
    }

    /// Notes an order's statement about further ones.
    private mutating func noting(_ order: HostOrder) -> HostOrder {
        if case .run(_, _, let isKept) = order { self.isKept = isKept }
        return order
    }

    /// The valid ones among the records that were read.
    private func orders(_ count: Int) -> some Sequence<HostOrder> {
        buffer[..<count].lazy.compactMap { [mark = pipe.mark] in HostOrder($0, mark: mark) }
    }

    /// Reads up to some records, waiting for the first one; returns how many, or nil if the host has closed the pipe.
    private mutating func read(_ limit: Int, beforeWait: () -> Void) -> Int? {
        var hasWaited = false
        while true {
            // Another file in its place may be one for which a read waits for ever.
            if pipe.isLost { descriptor = pipe.open() }
            if descriptor < 0 { return nil }
            let count = Glibc.read(descriptor, buffer.baseAddress, limit * MemoryLayout<UInt64>.size)
            let code = errno
            if count >= MemoryLayout<UInt64>.size, HostOrder(buffer[0], mark: pipe.mark) != nil {
                return count / MemoryLayout<UInt64>.size
            }
            // A bundle's thread may have put another file in its place at any moment: its content is no order.
            if count > 0 || pipe.isLost { continue }
            if count < 0, code == EAGAIN {
                if !hasWaited { beforeWait() }
                hasWaited = true
                var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&place, 1, -1)
                continue
            }
            if count == 0 || code != EINTR { return nil }
        }
    }
}
