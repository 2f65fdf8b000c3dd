// SPDX-License-Identifier: MIT

import Foundation

/// The verbose report of a run, read back.
struct Report {
    /// A line about a case, a class or a bundle, with the lines below that belong to it.
    struct Entry: Equatable {
        /// The first word or words.
        var kind: Kind
        /// The identity of its subject.
        var identity: String
        /// The rest of the line, without the time: a reason.
        var reason: String
        /// The name for people.
        var title = ""
        /// The indented lines that follow.
        var details: [String] = []

        /// All that is said.
        var text: String { ([reason] + details).joined(separator: "\n") }
    }

    /// The kind of an entry.
    enum Kind: String, CaseIterable {
        case passed
        case failed
        case crashed
        case timedOut = "timed out"
        case skipped
        case notRun = "not run"
        case cutShort = "cut short"
        case abnormal = "terminated abnormally"
        case late = "reported late"
        case warning
        case fault

        /// Whether it tells how a case ended.
        ///
        /// `skipped` may also be of a class.
        var isOutcome: Bool { ![.abnormal, .late, .warning, .fault].contains(self) }
    }

    /// All entries, in order.
    private(set) var entries: [Entry] = []

    /// Reads what `--verbose` prints without colour.
    init(_ text: String) {
        for line in Subprocess.Result.lines(of: text) {
            if line.hasPrefix("    ") {
                if !entries.isEmpty { entries[entries.count - 1].details.append(String(line.dropFirst(4))) }
            } else if let entry = Self.entry(line) {
                entries.append(entry)
            } else if ["slowest:", "bundles:", "failures:"].contains(line) {
                break
            }
        }
    }

    /// A line that opens an entry: "passed Bundle/Module.Class/case (1.2 ms): reason".
    private static func entry(_ line: String) -> Entry? {
        guard let kind = Kind.allCases.first(where: { line.hasPrefix($0.rawValue + " ") }) else { return nil }
        let rest = String(line.dropFirst(kind.rawValue.count + 1))
        if kind == .fault, let colon = rest.firstRange(of: ": ") {
            return Entry(
                kind: kind, identity: String(rest[..<colon.lowerBound]), reason: String(rest[colon.upperBound...]))
        }
        // An example's name may hold any character; only behind it can the time and the reason be.
        let matched = rest.firstMatch(of: /^(.*?\]|.*?)(?: “(.*)”)?( \(\d[\d.]* (?:ns|µs|ms|s)\))?(?:: (.*))?$/)
        guard let matched else { return nil }
        return Entry(
            kind: kind, identity: String(matched.1), reason: matched.4.map(String.init) ?? "",
            title: matched.2.map(String.init) ?? "")
    }

    /// How each case ended, in order.
    var outcomes: [Entry] { entries.filter(\.kind.isOutcome) }
    /// The cases in the order in which they were told of.
    var order: [String] { outcomes.map(\.identity) }
    /// The bundles that could not be used.
    var faults: [Entry] { entries.filter { $0.kind == .fault } }

    /// The entries about one thing.
    func entries(about identity: String) -> [Entry] { entries.filter { $0.identity == identity } }
}

/// An event of a file that `--events` wrote, which has members of this project's own.
struct RecordedEvent {
    /// Its kind.
    var kind: String
    /// Those members.
    var own: [String: Any]

    /// The events of a file, in order.
    static func all(in path: String) throws -> [RecordedEvent] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
            let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let payload = record?["payload"] as? [String: Any]
            guard let kind = payload?["kind"] as? String, let own = payload?["testkit"] as? [String: Any] else {
                return nil
            }
            return RecordedEvent(kind: kind, own: own)
        }
    }
}
