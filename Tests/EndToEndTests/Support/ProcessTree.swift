// SPDX-License-Identifier: MIT

import Foundation

/// The processes below one that a test has started, as the kernel lists them.
struct ProcessTree {
    /// A process.
    struct Entry: CustomStringConvertible {
        /// Its number, and that of its parent.
        let (identifier, parent): (Int32, Int32)
        /// Its session.
        let session: Int32
        /// What it does, by the kernel's letter: "R", "S", "Z".
        let state: String
        /// Its command line.
        let command: String
        /// What it waits for in the kernel, where the kernel says so.
        let place: String

        var description: String { "\(identifier) (below \(parent)) \(state) \(place): \(command)" }

        /// Reads what the kernel says of a process; nil if it has ended.
        init?(_ identifier: Int32) {
            let directory = "/proc/\(identifier)/"
            guard let stat = try? String(contentsOfFile: directory + "stat", encoding: .utf8),
                let nameEnd = stat.lastIndex(of: ")")
            else { return nil }
            // "PID (NAME) STATE PARENT GROUP SESSION …", and the name may hold anything.
            let fields = stat[stat.index(after: nameEnd)...].split(separator: " ")
            guard fields.count > 3, let parent = Int32(fields[1]), let session = Int32(fields[3]) else { return nil }
            (self.identifier, self.parent, self.session, state) = (identifier, parent, session, String(fields[0]))
            let words = (try? Data(contentsOf: URL(fileURLWithPath: directory + "cmdline"))) ?? Data()
            command = String(decoding: words.map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
            place = (try? String(contentsOfFile: directory + "wchan", encoding: .utf8)) ?? "?"
        }
    }

    /// Whether a process has ended, be it that nobody has waited for it yet.
    static func hasEnded(_ identifier: Int32) -> Bool { Entry(identifier).map { $0.state == "Z" } ?? true }

    /// Returns a process and all below it, the process first.
    static func below(_ root: Int32) -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let all = names.compactMap { Int32($0) }.compactMap(Entry.init)
        let children = Dictionary(grouping: all, by: \.parent)
        var found = all.filter { $0.identifier == root }
        var next = 0
        while next < found.count {
            found += children[found[next].identifier] ?? []
            next += 1
        }
        return found
    }

    /// Ends a process and all below it.
    ///
    /// Each is stopped before any is ended, so that none starts another in between, until a look finds nobody new.
    static func end(_ root: Int32) {
        var known: Set<Int32> = []
        while true {
            let new = below(root).filter { known.insert($0.identifier).inserted }
            if new.isEmpty { break }
            for entry in new { kill(entry.identifier, SIGSTOP) }
        }
        // The root last: what is below it would go to another parent.
        for identifier in known where identifier != root { kill(identifier, SIGKILL) }
        kill(root, SIGKILL)
    }
}
