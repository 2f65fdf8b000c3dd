// SPDX-License-Identifier: MIT

import RunnerSupport

/// Where a run comes from, for the history: the code that it tests, and how it was started.
public struct RunOrigin: Equatable, Sendable {
    /// The commit that is checked out; nil if it is unknown.
    public var commit: String?
    /// The number of workers; 0 if that is unknown.
    public var jobs = 0
    /// Whether it is a job of a CI system.
    public var isCI = false

    /// The variables in which CI systems name the commit, for a job without a checkout.
    private static let commitVariables = ["GITHUB_SHA", "CI_COMMIT_SHA"]

    /// States where a run comes from.
    public init(commit: String?, jobs: Int, isCI: Bool) { (self.commit, self.jobs, self.isCI) = (commit, jobs, isCI) }

    /// Looks at the checkout around a directory, and where there is none, at the variables of CI systems.
    public init(of directory: String, jobs: Int, isCI: Bool, variable: (String) -> String?) {
        commit = GitCheckout.commit(around: directory)
        (self.jobs, self.isCI) = (jobs, isCI)
        guard commit == nil, isCI else { return }
        commit = Self.commitVariables.compactMap(variable).first(where: GitCheckout.isCommit)
    }

    /// Writes its members into the start of an event stream.
    public func write(to json: inout JSONWriter) {
        if let commit { json.member("commit", commit) }
        if jobs > 0 { json.member("jobs", jobs) }
        if isCI { json.member("ci", true) }
    }
}
