// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A fixture bundle, and what is to come of it.
///
/// `FixtureModel` has them all.
struct FixtureBundle: Sendable, CustomTestStringConvertible {
    /// The expected result of one case, or one example of a case.
    struct Case: Sendable {
        /// "Module.Class/case[example]".
        var name: String
        /// How it ends.
        var outcome = Report.Kind.passed
        /// Part of what is said of it.
        var says = ""
        /// Whether its first failure is no failed assertion.
        var isUnexpected = false
        /// Whether a focus reaches it.
        var isFocused = false
        /// Its class's run group.
        var runGroup = 1

        /// A case that does not pass.
        static func ends(_ name: String, _ outcome: Report.Kind, _ says: String) -> Case {
            Case(name: name, outcome: outcome, says: says)
        }

        /// A case that fails by other means than an assertion.
        static func unexpected(_ name: String, _ outcome: Report.Kind, _ says: String) -> Case {
            Case(name: name, outcome: outcome, says: says, isUnexpected: true)
        }

        /// Whether it is planned at all: its platform is current.
        var isPlanned: Bool {
            outcome != .skipped || ![FixtureModel.platformReason, FixtureModel.refusalReason].contains(says)
        }
        /// Whether it counts against the run.
        var isFailure: Bool { [.failed, .crashed, .timedOut].contains(outcome) }
    }

    /// How it is made.
    enum Origin: Sendable {
        /// A source in C and its definitions.
        case c(String, [String: String?])
        /// A product of the package of fixtures.
        case swift
    }

    /// The first part of its tests' identities.
    var name: String
    /// How it is made.
    var origin: Origin
    /// All cases, in no order.
    var cases: [Case]
    /// The classes that terminate abnormally, with part of what is said of them.
    var abnormal: [String: String] = [:]

    /// The name, for the test's display.
    var testDescription: String { name }

    /// The identities of the cases that fulfil a condition.
    func identities(where isWanted: (Case) -> Bool = { _ in true }) -> Set<String> {
        Set(cases.filter(isWanted).map { "\(name)/\($0.name)" })
    }

    /// The lines of `--list`, in no order, without cases that a platform or another focus excludes.
    var planned: Set<String> {
        let isNarrowed = cases.contains { $0.isFocused && $0.isPlanned }
        return identities { $0.isPlanned && ($0.isFocused || !isNarrowed) }
    }

    /// The exit code of a run of it.
    var exitCode: Int32 { abnormal.isEmpty && !cases.contains(where: \.isFailure) ? 0 : 1 }

    /// The time limit for its cases, in seconds: short where one hangs, else too long for a busy machine to reach.
    func timeout() throws -> String { isHanging ? try HangLimit().option : "120" }

    /// Whether one of its cases or hooks never ends.
    var isHanging: Bool { name.hasPrefix("hang") }

    /// The same bundle by another name.
    func named(_ name: String) -> FixtureBundle {
        var copy = self
        copy.name = name
        return copy
    }

    /// Makes it, where it is not made yet.
    ///
    /// Returns its path.
    @discardableResult
    func make(in directory: TemporaryDirectory) throws -> String {
        switch origin {
        case .c(let source, let definitions):
            return try CFixture.compile(source, to: name + ".so", in: directory, define: definitions)
        case .swift: return try SwiftFixtures.bundle(name)
        }
    }

    /// Compares a report with what is expected: each case has its outcome once and says what it should, and nothing else is there.
    func expectMatch(_ report: Report, among others: [String] = [], sourceLocation: SourceLocation = #_sourceLocation) {
        let isMine: (Report.Entry) -> Bool = { $0.identity.hasPrefix(name + "/") }
        let isNarrowed = cases.contains { $0.isFocused && $0.isPlanned }
        let expected = cases.filter { !isNarrowed || $0.isFocused || !$0.isPlanned }
        let outcomes = report.outcomes.filter(isMine)
        #expect(
            outcomes.map(\.identity).sorted() == expected.map { "\(name)/\($0.name)" }.sorted(),
            sourceLocation: sourceLocation
        )
        for item in expected {
            guard let entry = outcomes.first(where: { $0.identity == "\(name)/\(item.name)" }) else { continue }
            #expect(entry.kind == item.outcome, "\(entry)", sourceLocation: sourceLocation)
            #expect(item.says.isEmpty || entry.text.contains(item.says), "\(entry)", sourceLocation: sourceLocation)
            if item.outcome == .passed {
                #expect(entry.text.isEmpty || !item.says.isEmpty, "\(entry)", sourceLocation: sourceLocation)
            }
        }
        let abnormalEntries = report.entries.filter { $0.kind == .abnormal && isMine($0) }
        #expect(
            abnormalEntries.map(\.identity).sorted() == abnormal.keys.map { "\(name)/\($0)" }.sorted(),
            sourceLocation: sourceLocation
        )
        for entry in abnormalEntries {
            let says = abnormal[String(entry.identity.dropFirst(name.count + 1))] ?? "?"
            #expect(entry.text.contains(says), "\(entry)", sourceLocation: sourceLocation)
        }
    }
}
