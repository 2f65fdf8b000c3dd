// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerSupport

/// The directory of the package that is tested: paths in it count from there on, so that another checkout of it has the same.
struct CheckoutRoot {
    /// Its path; nil where the working directory is in no package.
    let path: String?

    /// The package that a directory is in.
    init(of directory: String? = FilePath.working) {
        var next = directory
        while let candidate = next, candidate != "/", !PackageDirectory.isRoot(candidate) {
            next = FilePath.directory(of: candidate)
        }
        path = next == "/" ? nil : next
    }

    /// A path as it is recorded.
    func recorded(_ path: String) -> String {
        guard let root = self.path else { return path }
        if path == root { return "./" }
        return path.hasPrefix(root + "/") ? "./" + path.dropFirst(root.count + 1) : path
    }

    /// The path that was recorded.
    func present(_ path: String) -> String {
        guard let root = self.path, path.hasPrefix("./") else { return path }
        return path == "./" ? root : root + path.dropFirst(1)
    }
}
