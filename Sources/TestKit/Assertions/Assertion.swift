// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The common part of all assertions: it records a check's finding.
///
/// Rule 25.
enum Assertion {
    /// Remembers the location; records a failure if the check finds something, and goes on.
    ///
    /// - Returns: Whether the check is true.
    @discardableResult
    static func expect(
        _ location: SourceLocation, _ comment: () -> String, _ check: () -> Finding?
    ) -> Bool {
        let activity = Activity.current
        activity?.note(location)
        guard let finding = check() else { return true }
        record(finding, location, activity, comment())
        return false
    }

    /// Records a failed check of an activity, or of none.
    static func record(
        _ finding: Finding, _ location: SourceLocation, _ activity: Activity?, _ comment: String = ""
    ) {
        let expression = EmbeddedExpressions.text(at: location)
        let hint = expression?.hint.map { "\($0) shows the values" }
        let issue = Issue(
            kind: .assertion, message: finding.message, details: finding.details ?? hint,
            comment: comment.isEmpty ? nil : comment, location: location, assertion: expression?.call)
        if let activity { activity.record(issue) } else { recordOutside(issue) }
    }

    /// As `expect`, but throws to end the case.
    static func require(
        _ location: SourceLocation, _ comment: () -> String, _ check: () -> Finding?
    ) throws {
        if !expect(location, comment, check) { throw RequirementFailure() }
    }

    /// Remembers where the code is, without any check.
    static func note(_ location: SourceLocation) { Activity.current?.note(location) }

    /// Reports a failure that belongs to no activity: the host reports it against the bundle, and the run fails.
    ///
    /// Another copy of TestKit in the process may be running a case; all copies know only the worker's host.
    private static func recordOutside(_ issue: Issue) {
        guard let host = HostConnection.current ?? HostConnection.ofProcess, host.host != StandaloneHost.connection.host
        else { return StandaloneHost.connection.report(issue, of: TESTKIT_NO_ACTIVITY) }
        var issue = issue
        let place = LoadedImage(declaring: TestCase.self)?.path ?? "this library"
        let remark =
            "No case was running in the TestKit of \(place). If a case of another library was running, the two have separate copies of TestKit: "
            + "link the product TestKitShared into both instead of TestKit (docs/SharedBases.md)."
        issue.details = [issue.details, remark].compactMap(\.self).joined(separator: "\n")
        host.report(issue, of: TESTKIT_NO_ACTIVITY)
    }
}
