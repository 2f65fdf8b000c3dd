// SPDX-License-Identifier: MIT

import Testing

/// Which tests of Swift Testing are listed: those that `swift test --filter` and `--skip` leave.
///
/// As in Swift Testing, an expression is searched for in the text of a test's identity, without an anchor. A suite that matches
/// includes all its tests. An expression that is compiled never changes.
struct ListingFilter: @unchecked Sendable {
    /// Expressions of which one must match, if there are any.
    private let filters: [Regex<AnyRegexOutput>]
    /// Expressions of which none may match.
    private let skips: [Regex<AnyRegexOutput>]

    /// Compiles the expressions of a selection.
    init(_ selection: AdapterSelection?) throws {
        filters = try (selection?.filters ?? []).map(Self.expression)
        skips = try (selection?.skips ?? []).map(Self.expression)
    }

    /// Compiles an expression.
    private static func expression(_ text: String) throws -> Regex<AnyRegexOutput> {
        do { return try Regex(text) } catch {
            throw ELFFile.Fault(reason: "'\(text)' is not a regular expression that Swift Testing takes: \(error)")
        }
    }

    /// Whether all tests are listed.
    var isOpen: Bool { filters.isEmpty && skips.isEmpty }

    /// Whether a test is listed that is in some suites.
    func contains(_ test: @autoclosure () -> Test.ID, in suites: @autoclosure () -> [Test.ID]) -> Bool {
        if isOpen { return true }
        let texts = ([test()] + suites()).map { String(describing: $0) }
        func isMatched(by expressions: [Regex<AnyRegexOutput>]) -> Bool {
            texts.contains { text in expressions.contains { text.contains($0) } }
        }
        return (filters.isEmpty || isMatched(by: filters)) && !isMatched(by: skips)
    }
}
