// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// Finds times in which processors idle, since tests wait for clocks and sockets: one more worker then takes nothing from the others.
///
/// The source is `/proc/stat` (proc(5)), which is about the machine: a process that may not use all of it has no use for this.
struct IdleProcessors {
    /// The time for which the processors are watched before each answer, in nanoseconds.
    private static let span: UInt64 = 250_000_000
    /// Half of a processor: what a test that mostly waits needs, and time to start a worker.
    private static let room: UInt64 = 2

    /// Reads for how long the processors have idled since the system started, all of them together, in nanoseconds; nil if that is
    /// unknown.
    private let read: () -> UInt64?
    /// The last look.
    private var last: (time: UInt64, idle: UInt64)?

    /// Watches the processors of this machine, or what a function says of some.
    init(read: @escaping () -> UInt64? = Self.idleTime) { self.read = read }

    /// Returns whether processors have idled since the last call; false if that call was just now or long ago.
    mutating func hasRoom(now: UInt64) -> Bool {
        let length = last.map { now - min($0.time, now) } ?? .max
        if length < Self.span { return false }
        guard let idle = read() else { return false }
        defer { last = (now, idle) }
        guard let last, length < 4 * Self.span else { return false }
        return idle - min(last.idle, idle) >= length / Self.room
    }

    /// The time in the fourth column of the first line: `cpu`, user, nice, system, idle, each in ticks.
    private static func idleTime() -> UInt64? {
        guard let bytes = try? InputFile(path: "/proc/stat").readAll(limit: 1 << 20) else { return nil }
        let columns = bytes.prefix { $0 != UInt8(ascii: "\n") }.split(separator: UInt8(ascii: " "))
        guard columns.count > 4, let ticks = UInt64(String(decoding: columns[4], as: UTF8.self)) else { return nil }
        return ticks * (1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
    }
}
