// SPDX-License-Identifier: MIT

/// A stretch of code that is known to fail.
///
/// Rules 25 and 43.
final class KnownIssue: Sendable {
    /// The known issue that the current task, or thread, is in.
    @TaskLocal private static var current: KnownIssue?

    /// The author's comment.
    private let comment: String
    /// Which failures are the known ones, by their message.
    private let isKnown: @Sendable (String) -> Bool
    /// The known issue around this one.
    private let outer: KnownIssue?
    /// The number of failures that it took.
    private let count = Atomic(0)

    /// Begins a stretch of code.
    private init(_ comment: String, _ isKnown: @escaping @Sendable (String) -> Bool) {
        self.comment = comment
        self.isKnown = isKnown
        outer = Self.current
    }

    /// Returns the issue to report instead of a known failure; nil if the failure is not known.
    static func take(_ issue: Issue) -> Issue? {
        guard issue.isFailure else { return nil }
        var scope = current
        while let known = scope {
            if known.isKnown(issue.message) {
                known.count.add(1)
                var result = issue
                result.kind = .known
                if !known.comment.isEmpty { result.comment = known.comment }
                return result
            }
            scope = known.outer
        }
        return nil
    }

    /// Runs a body in which failures are known.
    ///
    /// - Returns: A finding if nothing failed, though it had to.
    static func run(
        _ comment: String, _ isIntermittent: Bool, _ isKnown: @escaping @Sendable (String) -> Bool,
        _ body: () throws -> Void
    ) throws -> Assertion.Finding? {
        let scope = KnownIssue(comment, isKnown)
        try $current.withValue(scope) {
            do { try body() } catch { try scope.absorb(error) }
        }
        return scope.conclude(isIntermittent)
    }

    /// The `async` form.
    static func run(
        _ comment: String, _ isIntermittent: Bool, _ isKnown: @escaping @Sendable (String) -> Bool,
        isolation: isolated (any Actor)?, _ body: () async throws -> Void
    ) async throws -> Assertion.Finding? {
        let scope = KnownIssue(comment, isKnown)
        try await $current.withValue(
            scope,
            operation: {
                do { try await body() } catch { try scope.absorb(error) }
            },
            isolation: isolation
        )
        return scope.conclude(isIntermittent)
    }

    /// Takes an error that the code threw; an error that is not known is thrown again.
    private func absorb(_ error: any Error) throws {
        if error is SkipError { throw error }
        // Its failure has been taken, or was not known; then the case ends as it does without this.
        if error is RequirementFailure {
            if count.load() == 0 { throw error }
            return
        }
        guard isKnown("\(error)"), let activity = Activity.current else { throw error }
        activity.record(error, isTearDown: false)
    }

    /// Returns the finding at the end.
    private func conclude(_ isIntermittent: Bool) -> Assertion.Finding? {
        guard !isIntermittent, count.load() == 0 else { return nil }
        return .init("the known issue did not occur; if it is solved, remove withKnownIssue")
    }
}

/// Runs code that is known to fail: its failures are reported as warnings, and do not fail the case.
///
/// This applies to failures that the code, and tasks started in it, record or throw. If there are none, that is a failure:
/// the issue is solved.
///
/// - Parameters:
///   - comment: A note about the issue, such as its number in a tracker.
///   - isIntermittent: Whether the code may also succeed.
///   - isKnown: Whether a failure is the known one, by its message or the error's description; others fail the case as usual.
///   - file: The file of the call.
///   - line: The line of the call.
///   - body: The code.
/// - Throws: The code's error if it is not the known issue; a skip.
public func withKnownIssue(
    _ comment: String = "", isIntermittent: Bool = false,
    matching isKnown: @escaping @Sendable (String) -> Bool = { _ in true },
    file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Void
) throws {
    let location = SourceLocation(file, line)
    Assertion.note(location)
    let finding = try KnownIssue.run(comment, isIntermittent, isKnown, body)
    Assertion.expect(location, { comment }, { finding })
}

/// Runs `async` code that is known to fail: its failures are reported as warnings, and do not fail the case.
///
/// As the synchronous form.
public func withKnownIssue(
    _ comment: String = "", isIntermittent: Bool = false,
    matching isKnown: @escaping @Sendable (String) -> Bool = { _ in true },
    file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
) async throws {
    let location = SourceLocation(file, line)
    Assertion.note(location)
    let finding = try await KnownIssue.run(comment, isIntermittent, isKnown, isolation: isolation, body)
    Assertion.expect(location, { comment }, { finding })
}

/// Records a known issue by hand, which fails nothing.
public func knownIssue(_ message: String, file: StaticString = #filePath, line: UInt = #line) {
    let location = SourceLocation(file, line)
    Assertion.note(location)
    Activity.current?.record(Issue(kind: .known, message: message, location: location))
}
