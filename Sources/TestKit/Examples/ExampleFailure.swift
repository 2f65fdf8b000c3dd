// SPDX-License-Identifier: MIT

/// The reason why a case has no examples, as issues of its only result.
///
/// Rule 18.
struct ExampleFailure {
    /// The recorded issues and the thrown error; empty for a skip.
    private var issues: [Issue] = []
    /// The skip that the source of the examples threw.
    private var skip: SkipError?

    /// A fault of the data.
    init(_ error: ExampleError) { issues = [Self.issue(error)] }

    /// Runs a source of examples; returns why it gives none, or nil if it ended well.
    ///
    /// A failure that an assertion records in it counts like an error that it throws.
    @MainActor
    static func catching(_ host: HostConnection, _ source: @MainActor () throws -> Void) -> ExampleFailure? {
        let activity = Activity(collectingFor: host)
        var thrown: (any Error)?
        activity.perform {
            do { try source() } catch { thrown = error }
        }
        var failure = ExampleFailure(issues: activity.collected.map(Self.prefixed), skip: nil)
        switch thrown {
        case nil, is RequirementFailure: break
        case let skip as SkipError: failure.skip = skip
        case let error as ExampleError: failure.issues.append(issue(error))
        case let error as NoExampleSource:
            failure.issues.append(Issue(kind: .error, message: "no examples: \(error)"))
        case let error?:
            let location = activity.lastLocation
            let message = "no examples: their source threw \(ErrorText.line(error))"
            let isKnown = location != nil
            failure.issues.append(
                Issue(kind: .error, message: message, location: location, isLastKnownLocation: isKnown)
            )
        }
        return failure.skip == nil && !failure.issues.contains { $0.kind != .warning } ? nil : failure
    }

    /// A failure with the finding.
    private init(issues: [Issue], skip: SkipError?) {
        self.issues = issues
        self.skip = skip
    }

    /// Says in a case's activity why it has no examples.
    ///
    /// - Parameter place: The place of the case's declaration, for reports without a place.
    func report(to activity: Activity, at place: ExampleOrigin?) {
        for var issue in issues {
            if issue.location == nil, issue.origin == nil { issue.origin = place }
            activity.record(issue)
        }
        if let skip { activity.attempt { throw skip } }
    }

    /// A fault of the data as an issue at the data's place.
    private static func issue(_ error: ExampleError) -> Issue {
        var issue = Issue(kind: .error, message: "no examples: \(error)")
        issue.origin = error.origin
        return issue
    }

    /// Returns an issue that an assertion in the source recorded, with a prefix that says so.
    private static func prefixed(_ issue: Issue) -> Issue {
        var issue = issue
        issue.message = "no examples: \(issue.message)"
        return issue
    }
}
