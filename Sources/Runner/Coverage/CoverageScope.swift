// SPDX-License-Identifier: MIT

import Glibc

/// The source files whose coverage is reported: those below a directory that belong to the package there.
///
/// Hidden directories, such as `.build` with dependencies and generated sources, are left out, and so are the sources of the
/// runner and of TestKit, wherever they are.
struct CoverageScope {
    /// The directory, with a slash at its end.
    private let root: String
    /// Which directories hold the sources of TestKit, as far as they were looked at.
    private var own: [Substring: Bool] = [:]

    /// The scope of a directory.
    init(_ directory: String) { root = directory.hasSuffix("/") ? directory : directory + "/" }

    /// A file's path below the directory; nil if it is not reported.
    mutating func name(of path: String) -> String? {
        guard path.hasPrefix(root) else { return nil }
        let name = path.dropFirst(root.count)
        if name.hasPrefix(".") || name.contains("/.") || isOwn(path[...]) { return nil }
        return String(name)
    }

    /// Whether a file is among the sources of the runner or TestKit: in `Sources` beside the header of the contract.
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
