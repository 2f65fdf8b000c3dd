// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerSupport

/// The environment as far as it may change what a test does.
enum AffectedEnvironment {
    /// The variables that differ from one shell to the next and are left out: docs/Affected.md lists them.
    static let ignored: Set<String> = [
        "_", "COLUMNS", "COLORTERM", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "LINES", "OLDPWD", "PWD", "SHLVL",
        "SSH_AGENT_PID", "SSH_AUTH_SOCK", "SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY", "TERM", "TERM_PROGRAM",
        "TERM_PROGRAM_VERSION", "TERM_SESSION_ID", "WAYLAND_DISPLAY", "WINDOWID", "XDG_RUNTIME_DIR", "XDG_SESSION_ID",
    ]

    /// The variables that differ from one CI job to the next and are left out: docs/Affected.md lists them.
    static let ofJobs: Set<String> = [
        "BITBUCKET_BUILD_NUMBER", "BITBUCKET_COMMIT", "BUILDKITE_BUILD_ID", "BUILDKITE_BUILD_NUMBER",
        "BUILDKITE_BUILD_URL", "BUILDKITE_COMMIT", "BUILDKITE_JOB_ID", "BUILDKITE_MESSAGE", "BUILD_ID", "BUILD_NUMBER",
        "BUILD_TAG", "BUILD_URL", "CIRCLE_BUILD_NUM", "CIRCLE_BUILD_URL", "CIRCLE_SHA1", "CIRCLE_WORKFLOW_ID",
        "CIRCLE_WORKFLOW_JOB_ID", "CI_BUILD_ID", "CI_COMMIT_BEFORE_SHA", "CI_COMMIT_MESSAGE", "CI_COMMIT_SHA",
        "CI_COMMIT_SHORT_SHA", "CI_COMMIT_TIMESTAMP", "CI_COMMIT_TITLE", "CI_JOB_ID", "CI_JOB_STARTED_AT",
        "CI_JOB_TOKEN", "CI_JOB_URL", "CI_PIPELINE_CREATED_AT", "CI_PIPELINE_ID", "CI_PIPELINE_IID", "CI_PIPELINE_URL",
        "EXECUTOR_NUMBER", "GITHUB_ACTOR", "GITHUB_ENV", "GITHUB_EVENT_PATH", "GITHUB_HEAD_REF", "GITHUB_OUTPUT",
        "GITHUB_PATH", "GITHUB_REF", "GITHUB_REF_NAME", "GITHUB_RUN_ATTEMPT", "GITHUB_RUN_ID", "GITHUB_RUN_NUMBER",
        "GITHUB_SHA", "GITHUB_STATE", "GITHUB_STEP_SUMMARY", "GITHUB_TOKEN", "GITHUB_TRIGGERING_ACTOR",
        "GITHUB_WORKFLOW_SHA", "GIT_COMMIT", "GIT_PREVIOUS_COMMIT", "RUNNER_NAME", "RUNNER_TRACKING_ID",
        "SYSTEM_JOBID", "TRAVIS_BUILD_ID", "TRAVIS_BUILD_NUMBER", "TRAVIS_COMMIT", "TRAVIS_JOB_ID",
        "TRAVIS_JOB_NUMBER",
    ]

    /// Files that the C library reads without a call that is seen: docs/Affected.md lists them.
    private static let files = [
        "/etc/localtime", "/etc/timezone", "/usr/share/zoneinfo/tzdata.zi", "/etc/passwd", "/etc/group", "/etc/hosts",
        "/etc/nsswitch.conf", "/etc/services", "/etc/protocols",
    ]

    /// The number that represents the variables of this process, the directory that it runs in, and its user.
    static func fingerprint(_ root: CheckoutRoot, ignoring names: [String]) -> UInt64 {
        var lines: [String] = []
        var next = environ
        while let entry = next.pointee {
            lines.append(String(cString: entry))
            next += 1
        }
        var files = FileStates()
        for path in Self.files {
            lines.append("\(path)=\(files.state(of: path, use: FileStates.looked))")
        }
        return fingerprint(of: lines, root, ignoring: names, directory: FilePath.working ?? "", user: geteuid())
    }

    /// The number that represents some variables, a directory and a user.
    static func fingerprint(
        of lines: [String], _ root: CheckoutRoot = CheckoutRoot(of: nil), ignoring names: [String] = [],
        directory: String, user: uid_t
    ) -> UInt64 {
        var result = Fingerprint()
        func isIgnored(_ name: Substring) -> Bool {
            names.contains { $0.hasSuffix("*") ? name.hasPrefix($0.dropLast()) : name == $0 }
        }
        for line in lines.sorted() {
            let name = line.prefix { $0 != "=" }
            // Variables of the runner itself are settings, or differ in each run.
            if ignored.contains(String(name)) || ofJobs.contains(String(name)) || name.hasPrefix("TESTKIT_")
                || name == "RUNNER_SCRATCH" || isIgnored(name)
            {
                continue
            }
            // Paths of the package are others in another checkout.
            result.add(root.path.map { line.replacing($0 + "/", with: "./") } ?? line)
        }
        result.add(root.recorded(directory))
        result.add(UInt64(user))
        return result.value
    }
}
