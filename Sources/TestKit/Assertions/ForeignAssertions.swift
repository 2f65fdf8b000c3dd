// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// Assertions of a framework that reports what they find only to the test that it runs itself, such as XCTest's.
///
/// The build-time generator makes such a test where a module imports XCTest, and TestKit's activities run inside of it.
public enum ForeignAssertions {
    /// Runs code inside of such a test; nil where no module of the bundle has one.
    ///
    /// Written before anything runs, on the main thread.
    @exclusivity(unchecked) private nonisolated(unsafe) static var surround: ((() -> Void) -> Void)?
    /// Whether the main thread is inside of it: it is not entered twice.
    ///
    /// Used on the main thread only.
    @exclusivity(unchecked) private nonisolated(unsafe) static var isInside = false

    /// Runs the code of all activities inside of a function; the first one that is installed counts.
    public static func install(_ surround: @escaping (() -> Void) -> Void) {
        if self.surround == nil { self.surround = surround }
    }

    /// Records the finding of such an assertion, as a failure of the case for which the calling thread works.
    public static func record(_ message: String, file: String, line: Int) {
        var issue = Issue(kind: .assertion, message: message)
        issue.origin = ExampleOrigin(file: file, line: UInt32(exactly: line) ?? 0)
        if let activity = Activity.current {
            activity.record(issue)
        } else {
            HostConnection.current?.report(issue, of: TESTKIT_NO_ACTIVITY)
        }
    }

    /// Runs an activity's code, on the main thread.
    static func run(_ work: () -> Void) {
        guard let surround, !isInside else { return work() }
        isInside = true
        defer { isInside = false }
        surround(work)
    }

    /// Warns where a library of the bundle uses XCTest, and no module of the bundle has such a test.
    static func check(_ host: HostConnection, bundleAt address: UInt) {
        guard surround == nil, let place = UnsafeRawPointer(bitPattern: address),
            let path = LoadedImage(holding: place)?.path,
            let library = dlopen(path, RTLD_NOLOAD | RTLD_LAZY), dlsym(library, "$s6XCTest0A4CaseCMa") != nil,
            // A test executable always links XCTest. It exports nothing, and its copy that is linked as a library exports all.
            dlsym(library, TESTKIT_ENTRY_SYMBOL) != nil, dlsym(library, "main") == nil
        else { return }
        let message =
            "\(path) links XCTest, and no module of it with the plug-in RegisterTests imports XCTest: failures of XCTest's assertions "
            + "in its cases are lost. Add 'import XCTest' to a source of the module with the cases."
        host.report(Issue(kind: .warning, message: message), of: TESTKIT_NO_ACTIVITY)
    }
}
