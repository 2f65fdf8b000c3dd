// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import Testing
import WorkerShims

@testable import RunnerExecution

/// A worker's end of the control pipe.
struct OrderReaderTests {
    /// A reader, and the host's end of its pipe.
    private struct Line {
        /// The pipe.
        private let ends: PipeEnds
        /// The descriptor of the reader.
        let descriptor: Int32
        /// The reader.
        var reader: OrderReader

        /// Makes them, in one process.
        init() throws {
            ends = try PipeEnds()
            // Opened again, it is the same pipe.
            var pipe = WorkerPipe(dup(ends.read), host: getpid(), peer: ends.read, isWriting: false, mark: 7)
            descriptor = pipe.open()
            reader = OrderReader(pipe)
        }

        /// Writes some orders.
        func send(_ orders: [HostOrder]) {
            let records = orders.map { $0.encoded(mark: 7) }
            precondition(write(ends.write, records, records.count * 8) == records.count * 8, "the pipe is full")
        }

        /// The orders that nobody has read.
        func rest() -> Int {
            var count: Int32 = 0
            _ = ioctl(ends.read, UInt(FIONREAD), &count)
            return Int(count) / 8
        }
    }

    /// An order to run a unit.
    private func run(_ unit: UInt32, isKept: Bool = false) -> HostOrder {
        .run(unit, asksForMore: false, isKept: isKept)
    }

    @Test("a worker that waits for an answer forgets the units before it, which the host hands over again, no other")
    func answered() throws {
        var line = try Line()
        line.send([run(1), .leave, .answer(.giveUp), run(3), run(4)])
        #expect(line.reader.answer() == .giveUp)
        #expect(line.reader.order {} == run(3) && line.rest() == 1)
    }

    @Test("it keeps them where nobody else may have them")
    func kept() throws {
        var line = try Line()
        line.send([run(1, isKept: true)])
        #expect(line.reader.order {} == run(1, isKept: true))
        line.send([run(2, isKept: true), .leave, .answer(.go)])
        #expect(line.reader.answer() == .go)
        #expect(line.reader.order {} == run(2, isKept: true) && line.reader.order {} == .leave)
    }

    @Test("another file in the pipe's place, for which a read would wait for ever, keeps no worker from its orders")
    func replaced() throws {
        var line = try Line()
        let other = try PipeEnds()
        defer { withExtendedLifetime(other) {} }
        line.send([run(1), run(2)])
        #expect(line.reader.order {} == run(1))
        dup2(other.read, line.descriptor)
        #expect(line.reader.order {} == run(2))
    }
}
