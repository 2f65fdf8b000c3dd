// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The main program for tests that the author of a package wrote, as they were needed before SwiftPM found tests by itself.
public enum WrittenMain {
    /// The places of such a file below a package's directory, in SwiftPM's order.
    private static let places = ["Tests/", "Sources/", "Source/", "src/", "srcs/", ""].flatMap { place in
        ["XCTMain.swift", "LinuxMain.swift"].map { place + $0 }
    }

    /// Returns the one of a package by its directory, as "" for the working one or with a slash at the end; nil if there is none.
    public static func path(inPackage directory: String) -> String? {
        places.lazy.map { directory + $0 }.first { access($0, F_OK) == 0 }
    }

    /// Returns the one of the package that built an executable: the innermost around its file; nil if there is none.
    static func path(of executable: String) -> String? {
        guard let file = FilePath.real(executable) else { return nil }
        var directory = FilePath.directory(of: file)
        while access(directory + "/Package.swift", F_OK) != 0 {
            if directory == "/" { return nil }
            directory = FilePath.directory(of: directory)
        }
        return path(inPackage: directory + "/")
    }
}
