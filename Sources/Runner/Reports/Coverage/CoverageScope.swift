// SPDX-License-Identifier: MIT

import Glibc

/// The source files whose coverage is reported: those below a directory that belong to the package there.
///
/// Hidden directories, such as `.build` with dependencies and generated sources, are left out, and so are the sources of the
/// runner and of TestKit, wherever they are, and those of the tests: a line of a test that ran says nothing of what it tests.
struct CoverageScope {
    /// The directory, with a slash at its end.
    private let root: String
    /// Which directories contain the sources of TestKit, as far as they were looked at.
    private var own: [Substring: Bool] = [:]

    /// The files that declare tests, by path.
    private let testFiles: Set<String>
    /// The directories of the targets that contain only tests, each with a slash at its end.
    private let testDirectories: Set<Substring>

    /// The scope of a directory, without the sources of tests, of which some files declare cases.
    ///
    /// All of a target in `Tests` is the tests' own. Elsewhere, as in a bundle, that is only the files with cases.
    init(_ directory: String, without testFiles: Set<String> = []) {
        root = directory.hasSuffix("/") ? directory : directory + "/"
        self.testFiles = testFiles
        testDirectories = Set(testFiles.compactMap(Self.testDirectory))
    }

    /// The directory of a target in `Tests`, if a file is in one.
    private static func testDirectory(of path: String) -> Substring? {
        guard let tests = path.ranges(of: "/Tests/").last,
            let end = path[tests.upperBound...].firstIndex(of: "/")
        else { return nil }
        return path[...end]
    }

    /// A file's path below the directory; nil if it is not reported.
    mutating func name(of path: String) -> String? {
        guard path.hasPrefix(root) else { return nil }
        let name = path.dropFirst(root.count)
        if name.hasPrefix(".") || name.contains("/.") || isOwn(path[...]) { return nil }
        if testFiles.contains(path) || Self.testDirectory(of: path).map(testDirectories.contains) == true { return nil }
        return String(name)
    }

    /// Whether a file is among the sources of the runner or TestKit: in `Sources` next to the header of the contract.
    private mutating func isOwn(_ path: Substring) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return false }
        let directory = path[..<slash]
        if let known = own[directory] { return known }
        let header = "\(directory)/BundleABI/include/testkit_bundle.h"
        let isOwn = directory.hasSuffix("/Sources") && access(header, F_OK) == 0 || self.isOwn(directory)
        own[directory] = isOwn
        return isOwn
    }
}
