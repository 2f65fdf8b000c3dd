// SPDX-License-Identifier: MIT

import WorkerShims

/// The project's version, and what this program was built of.
public enum Version {
    /// The version as released; `CHANGELOG.md` lists what came with it.
    public static let current = "0.1.0"
    /// The date of its release, or of the beginning of its development.
    public static let date = "2026-11-01"

    /// The address of the published package.
    public static let repository = "https://example.com/bundle-test-runner.git"

    /// The text of `--version`: version, commit where it is known, compiler and platform.
    public static var text: String {
        let commit = commit.map { "commit \($0.prefix(12)), " } ?? ""
        return "runner \(current) (\(commit)Swift \(compiler), \(platform))\n"
    }

    /// The processor and the system for which this program was compiled, in the words of toolchains' targets.
    static var platform: String {
        #if arch(x86_64)
        "x86_64-linux-gnu"
        #elseif arch(arm64)
        "aarch64-linux-gnu"
        #else
        #error("what do toolchains call this processor?")
        #endif
    }

    /// The name of the commit that was compiled, or nil for sources without a repository.
    static var commit: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: WORKER_COMMIT_LENGTH + 1) { buffer in
            guard let start = buffer.baseAddress, worker_build_commit(start) != 0 else { return nil }
            return String(cString: start)
        }
    }

    /// The version of the compiler, as exactly as conditions can find it out.
    static var compiler: String {
        #if compiler(>=6.4)
        "6.4 or later"
        #elseif compiler(>=6.3.3)
        "6.3.3 or later"
        #elseif compiler(>=6.3.2)
        "6.3.2"
        #elseif compiler(>=6.3.1)
        "6.3.1"
        #elseif compiler(>=6.3)
        "6.3"
        #elseif compiler(>=6.2.3)
        "6.2.3 or later"
        #elseif compiler(>=6.2)
        "6.2"
        #else
        "before 6.2"
        #endif
    }
}
