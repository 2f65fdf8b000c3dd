// SPDX-License-Identifier: MIT

import Glibc

/// A directory that is the root of a Swift package: its bundles are where SwiftPM builds them, in a hidden directory.
struct PackageDirectory {
    /// The configurations, in the order in which their products are looked for.
    private static let configurations = ["debug", "release"]

    /// The paths of a command line, with the directories that packages among them are built in.
    let paths: [String]
    /// Says which packages were found, and which are not built.
    let remarks: [String]

    /// Looks at the paths of a command line.
    init(_ paths: [String]) {
        var (all, remarks): ([String], [String]) = ([], [])
        for path in paths {
            all.append(path)
            let prefix = path.hasSuffix("/") ? path : path + "/"
            guard access(prefix + "Package.swift", F_OK) == 0 else { continue }
            let directories = Self.configurations.map { "\(prefix).build/\($0)" }
            let built = directories.first { (path: String) in access(path, F_OK) == 0 }
            guard let built else {
                let advice = "'swift build' puts its bundles into .build/debug"
                remarks.append("'\(path)' is a package that is not built: \(advice)")
                continue
            }
            if paths.contains(where: { $0 == built || $0 == built + "/" }) { continue }
            all.append(built)
            remarks.append("'\(path)' is a package: looking in '\(built)', too")
        }
        (self.paths, self.remarks) = (all, remarks)
    }
}
