// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The `swift test` that has called the runner, of which there is one call for each framework and executable.
///
/// Its calls know each other by the process that is the parent of all of them.
struct SwiftTestSession {
    /// The parent's number and when it started, in clock ticks since the machine did: both together are no other process's.
    struct Key: Equatable {
        /// The process.
        var process: pid_t
        /// Its start.
        var start: UInt64

        /// As the name of a directory.
        var name: String { "\(process)-\(start)" }

        /// The key of a process; nil if there is no such process.
        init?(of process: pid_t) {
            guard let bytes = try? InputFile(path: "/proc/\(process)/stat").readAll(limit: 1 << 16),
                // The program's name may contain anything.
                let end = bytes.lastIndex(of: UInt8(ascii: ")"))
            else { return nil }
            let fields = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
            guard fields.count > 19, let start = UInt64(fields[19]) else { return nil }
            (self.process, self.start) = (process, start)
        }

        /// Reads the name of a directory.
        init?(name: String) {
            let parts = name.split(separator: "-")
            guard parts.count == 2, let process = pid_t(parts[0]), let start = UInt64(parts[1]) else { return nil }
            (self.process, self.start) = (process, start)
        }

        /// Whether the process runs.
        var isRunning: Bool { Key(of: process) == self }
    }

    /// Which one it is.
    let key: Key
    /// Its command line, as far as it is one of `swift test`.
    let arguments: [String]?

    /// The one that has started this process; nil where that is not known.
    init?() {
        let parent = getppid()
        guard let key = Key(of: parent) else { return nil }
        self.key = key
        arguments = Self.arguments(of: parent)
    }

    /// The seed of all its calls, so that they make one order.
    var seed: UInt64 {
        var hash = SipHash24(k0: 0, k1: OrderKey.domain)
        hash.append(key.name.utf8)
        // Another start of the machine has the same numbers.
        hash.append((try? InputFile(path: "/proc/sys/kernel/random/boot_id").readAll(limit: 100)) ?? [])
        return hash.finalized()
    }

    /// The arguments of a process behind `swift test`; nil if it is another program.
    private static func arguments(of process: pid_t) -> [String]? {
        guard let bytes = try? InputFile(path: "/proc/\(process)/cmdline").readAll(limit: 1 << 22) else { return nil }
        var words = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if words.last == "" { words.removeLast() }
        guard let program = words.first.map(FilePath.name(of:)) else { return nil }
        if program == "swift-test" { return Array(words.dropFirst()) }
        return program == "swift" && words.count > 1 && words[1] == "test" ? Array(words.dropFirst(2)) : nil
    }
}
