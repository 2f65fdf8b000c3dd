// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// What earlier builds have left among a package's products.
struct LeftLibrariesTests {
    @Test("bundles and test executables that SwiftPM did not plan")
    func left() throws {
        let scratch = TemporaryDirectory()
        for name in ["Old", "New"] {
            try scratch.copyBundle(to: ".build/x/debug/lib\(name).so")
            try scratch.copy(TemporaryDirectory.testExecutable, to: ".build/x/debug/\(name)PackageTests.xctest")
        }
        let plan = #""<all>": ["/p/.build/x/debug/libNew.so","/p/.build/x/debug/NewPackageTests.xctest"]"#
        try scratch.write(Array(plan.utf8), to: ".build/debug.yaml")
        #expect(LeftLibraries.names(in: scratch.path(".build/x/debug")) == ["OldPackageTests.xctest", "libOld.so"])
    }
}
