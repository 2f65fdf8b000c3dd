// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// Whether an assertion of XCTest counts in a test of Swift Testing, and the other way round (ST-0021): as SwiftPM decides it.
enum TestInteroperation {
    /// The variable that Swift Testing reads.
    private static let variable = "SWIFT_TESTING_XCTEST_INTEROP_MODE"
    /// The version of a package's manifest from which on they count.
    private static let first = PackageDirectory.ToolsVersion(major: 6, minor: 4)

    /// Sets the mode for the workers, unless the user has: that of the packages whose tests run, if they agree.
    ///
    /// With `isHere`, test executables elsewhere than in a package's `.build` are those of the one in the working directory.
    static func prepare(for files: [BundleFile], isHere: Bool) {
        let executables = files.filter(\.isAdapted)
        if executables.isEmpty || getenv(variable) != nil { return }
        let isComplete = executables.allSatisfy { file in
            let directory = FilePath.directory(of: FilePath.absolute(file.path))
            guard let root = PackageDirectory.root(ofProducts: directory) ?? (isHere ? "." : nil) else { return false }
            return PackageDirectory.toolsVersion(of: root).map { $0 >= first } ?? false
        }
        if isComplete { setenv(variable, "complete", 1) }
    }
}
