// SPDX-License-Identifier: MIT

/// Something that went wrong, on its way to the host.
struct Issue: Sendable {
    /// The kind of an issue.
    enum Kind: Sendable {
        /// A failed assertion: an expected failure.
        case assertion
        /// An error that the test let out: an unexpected failure.
        case error
        /// Worth reporting; fails nothing.
        case warning
        /// A failure that the suite expects; fails nothing.
        case known
    }

    /// The kind.
    var kind: Kind
    /// The message, in a line.
    var message: String
    /// More lines: operands, a difference.
    var details: String?
    /// The comment of the test's author.
    var comment: String?
    /// Where, if that is known.
    var location: SourceLocation?
    /// The assertion's call as its source has it; nil where that is not known.
    var assertion: String?
    /// Where in a data file; counts before `location`.
    var origin: ExampleOrigin?
    /// Whether `location` is only the last place that the case was known to be at.
    var isLastKnownLocation = false

    /// Whether it makes a case fail.
    var isFailure: Bool { kind == .assertion || kind == .error }

    /// The message as reports have it: "expected true, got false: expectTrue(list.isEmpty)".
    var text: String { assertion.map { "\(message): \($0)" } ?? message }

    /// The issue with a remark why it belongs to no case.
    var ofNobody: Issue {
        var issue = self
        let remark =
            "It comes from work of unknown origin, so it does not count for the case that was running then. "
            + "Start such work from the case's own code, by a task or by Dispatch."
        issue.details = [details, remark].compactMap(\.self).joined(separator: "\n")
        return issue
    }

    /// The issue as observers see it.
    func observed(in place: Activity.Place) -> TestEvent.Failure {
        TestEvent.Failure(
            test: place.test, caseName: place.name, message: text,
            file: location.map { String(cString: $0.file.cString) }, line: location.map { Int($0.line) } ?? 0,
            isLastKnownLocation: isLastKnownLocation, isExpected: kind == .assertion)
    }
}
