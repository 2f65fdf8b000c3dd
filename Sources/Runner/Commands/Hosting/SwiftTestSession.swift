// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The `swift test` that has called the runner, of which there is one call for each framework and executable.
///
/// Its calls know each other by the process that is the parent of all of them.
struct SwiftTestSession {
    /// The parent's number and when it started, in clock ticks since the machine did, among the processes that know each other's numbers:
    /// together they are no other process's.
    struct Key: Equatable {
        /// The link that names those processes: "pid:[4026531836]", of which the digits count; empty without `/proc`.
        static let ownSpace: String = {
            var text = [CChar](repeating: 0, count: 64)
            let count = readlink("/proc/self/ns/pid", &text, text.count)
            let digits = text.prefix(max(0, count)).map(UInt8.init(bitPattern:)).filter { (0x30...0x39).contains($0) }
            return String(decoding: digits, as: UTF8.self)
        }()

        /// The container's processes, of which only those here are known.
        var space = ownSpace
        /// The process.
        var process: pid_t
        /// Its start.
        var start: UInt64

        /// The session's name for a directory.
        var name: String { "\(space)-\(process)-\(start)" }

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
            let parts = name.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, let process = pid_t(parts[1]), let start = UInt64(parts[2]) else { return nil }
            (space, self.process, self.start) = (String(parts[0]), process, start)
        }

        /// Whether the process has ended, as far as that can be known here.
        var hasEnded: Bool { space == Self.ownSpace && Key(of: process) != self }
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

    /// The arguments of a process after `swift test`; nil if it is another program.
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
