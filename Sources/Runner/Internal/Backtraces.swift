// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Makes Swift's runtime write the backtraces of crashes as `CrashReport` reads them: plain, and without questions.
///
/// The runtime reads its settings when it is loaded. If it is linked into the host, a bundle brings its own, which
/// reads
/// them in the worker. If it is a shared library, it has already been loaded and would ask questions on a terminal;
/// then
/// the host starts itself once more.
enum Backtraces {
    /// The variable that the runtime reads.
    private static let variable = "SWIFT_BACKTRACE"

    /// Sets the variable, unless the user has, and sees to it that the runtime has read it.
    ///
    /// May replace the process.
    static func prepare(_ arguments: [String]) {
        guard getenv(variable) == nil else { return }
        setenv(variable, "enable=yes,interactive=no,color=no,cache=yes,registers=none,images=none", 1)
        guard worker_shares_swift_runtime() != 0, let path = realpath("/proc/self/exe", nil) else { return }
        var words = [path] + arguments.map { strdup($0) } + [nil]
        // If that fails, backtraces on a terminal are coloured, which is no reason to give up.
        execv(path, &words)
    }
}
