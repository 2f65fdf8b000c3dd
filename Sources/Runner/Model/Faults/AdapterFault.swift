// SPDX-License-Identifier: MIT

import BundleABI

/// The reason why a test executable of XCTest or Swift Testing cannot be opened.
public enum AdapterFault: Error, Equatable, CustomStringConvertible {
    /// There is no toolchain that could compile an adapter.
    case noToolchain
    /// The only toolchain is of another version than the one that built the tests.
    case otherToolchain(wanted: String, root: String, found: String)
    /// There is no directory for the adapter.
    case noDirectory
    /// The compiler refused the adapter's sources: its last line, if it wrote any, and the log's path.
    case notCompiled(root: String, lastLine: String?, log: String)
    /// The adapter's sources cannot be written: the system's reason.
    case sourcesNotWritten(String)
    /// A compiled adapter cannot be kept in a directory: the system's reason.
    case notKept(in: String, String)
    /// The adapter's library exports no entry.
    case noEntry
    /// The adapter could not open the tests: its reason, if it gave one.
    case refused(String?)

    /// The message for the user, in a line.
    public var description: String {
        switch self {
        case .noToolchain:
            "no Swift toolchain was found, neither by its run path nor in PATH; put the bin directory of the toolchain "
                + "that built the tests into PATH"
        case .otherToolchain(let wanted, let root, let found):
            "it was built by Swift \(wanted), and the toolchain in PATH, \(root), is Swift \(found): put the bin "
                + "directory of Swift \(wanted) first in PATH"
        case .noDirectory: "its adapter cannot be stored: make one of $XDG_CACHE_HOME, ~/.cache or $TMPDIR writable"
        case .notCompiled(let root, let lastLine, let log):
            "its adapter cannot be compiled with the toolchain \(root): "
                + "\(lastLine ?? "the compiler printed nothing"); the whole log is \(log)"
        case .sourcesNotWritten(let reason): "its adapter cannot be made: its sources cannot be written: \(reason)"
        case .notKept(let directory, let reason):
            "its adapter cannot be made: it cannot be stored in \(directory): \(reason)"
        case .noEntry: "its adapter exports no \(TESTKIT_ADAPTER_SYMBOL)"
        case .refused(let reason): reason ?? "its adapter could not open it and gave no reason"
        }
    }
}
