// SPDX-License-Identifier: MIT

import Glibc
import RunnerReports
import RunnerSupport

extension Options {
    /// The settings for GitHub Actions; nil if it gets no report.
    ///
    /// - Parameter standard: Whether a job there gets one that did not ask.
    func gitHubReport(standard: Bool) -> GitHubReporter.Settings? {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        guard github ?? (standard && variable("GITHUB_ACTIONS") == "true") else { return nil }
        let token = SystemRandomNumberGenerator.seed().hexadecimal
        return GitHubReporter.Settings(
            workspace: variable("GITHUB_WORKSPACE") ?? "", token: "tests-\(token)",
            summary: variable("GITHUB_STEP_SUMMARY"))
    }
}
