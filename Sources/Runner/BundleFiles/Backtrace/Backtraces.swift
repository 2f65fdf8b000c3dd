// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Makes Swift's runtime write the backtraces of crashes as `CrashReport` reads them: plain, and without questions.
///
/// The runtime reads its settings when it is loaded. If it is linked into the host, a bundle brings its own, which reads them in
/// the worker. If it is a shared library, it has already been loaded and would ask questions on a terminal; then the host starts
/// itself once more.
///
/// The variable is in the environment only while a runtime may be loaded: otherwise every program that a test starts would
/// inherit it, and each expected crash of an exit test would run the backtracer.
public enum Backtraces {
    /// The variable that the runtime reads.
    private static let variable = "SWIFT_BACKTRACE"
    /// The runner's settings; an archive adds the path of its backtracer after them.
    private static let settings = "enable=yes,interactive=no,color=no,cache=yes,registers=none,images=none"

    /// The settings of this run; nil if the user has set the variable.
    ///
    /// Written once, by `prepare`, before there are threads or workers.
    nonisolated(unsafe) private static var own: String?

    /// Chooses the settings, unless the user has, and ensures that the runtime has read them.
    ///
    /// May replace the process.
    public static func prepare(_ arguments: [String]) {
        if let given = getenv(variable).map({ String(cString: $0) }) {
            guard given.hasPrefix(settings) else { return }
            // Set below, or for an archive, by the process that this one was.
            own = given
            unsetenv(variable)
            return
        }
        own = settings
        guard worker_shares_swift_runtime() != 0, let path = realpath("/proc/self/exe", nil) else { return }
        var words = [path] + arguments.map { strdup($0) } + [nil]
        setenv(variable, settings, 1)
        // If that fails, backtraces on a terminal are coloured, which is no reason to give up.
        execv(path, &words)
        unsetenv(variable)
    }

    /// Sets the variable while a body runs that may load a runtime.
    public static func whileSet<Result, Fault: Error>(_ body: () throws(Fault) -> Result) throws(Fault) -> Result {
        guard let own, getenv(variable) == nil else { return try body() }
        setenv(variable, own, 1)
        defer { unsetenv(variable) }
        return try body()
    }

    /// Gives a runtime that is loaded next the path of its program, while the variable is set: it would search from its own file's
    /// place, which takes a third of a millisecond.
    public static func name(backtracer path: String) {
        guard let own, getenv(variable).map({ strcmp($0, own) }) == 0, strchr(path, 0x2C) == nil,
            access(path, X_OK) == 0
        else { return }
        setenv(variable, naming(path, in: own), 1)
    }

    /// Settings with the path of a backtracer, unless they have one.
    private static func naming(_ path: String, in settings: String) -> String {
        // Not by `contains`, for which the runtime makes tables: each worker asks this.
        strstr(settings, "swift-backtrace=") != nil ? settings : "\(settings),swift-backtrace=\(path)"
    }

    /// Sets the variable for the process that this one is about to become, with the path of another backtracer.
    public static func setForSuccessor(backtracer path: String) {
        let given = getenv(variable).map { String(cString: $0) } ?? own
        if let given { setenv(variable, naming(path, in: given), 1) }
    }
}
