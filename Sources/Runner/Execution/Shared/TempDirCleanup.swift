// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The names of bundles' temporary directories in this run, by which those of dead workers are found.
///
/// Nothing is made before a test asks for it, and nothing is looked for where every worker ended as it should.
public enum TempDirCleanup {
    /// The variable that says how the path of such a directory begins.
    static let variable = "RUNNER_SCRATCH"

    /// The prefix of the names of this run's directories; the same in a process that was forked later.
    private static let prefix = "testkit-\(FileDraft.randomName())"

    /// Gives later workers the prefix for the names of their directories.
    public static func announce() { setenv(variable, "\(FilePath.temporary)/\(prefix)", 1) }

    /// Removes this run's directories.
    public static func remove() {
        let parent = FilePath.temporary
        for name in FilePath.names(in: parent) where name.hasPrefix(prefix + "-") {
            FilePath.remove("\(parent)/\(name)")
        }
    }
}
