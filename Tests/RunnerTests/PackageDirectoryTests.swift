// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerExecution
@testable import RunnerBundleFiles

/// A package's root among the paths of a command line.
struct PackageDirectoryTests {
    @Test("where it is built is looked at too")
    func whereItIsBuiltIsLookedAtToo() throws {
        let scratch = try Scratch()
        try scratch.write([], to: "Package.swift")
        try scratch.makeDirectory(".build/release")
        let root = scratch.path("")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/release"])
        try scratch.makeDirectory(".build/debug")
        let found = PackageDirectory([root + "/", "other"])
        #expect(found.paths == [root + "/", root + "/.build/debug", "other"])
        #expect(found.remarks == ["'\(root)/' is a package: looking in '\(root)/.build/debug', too"])
        #expect(PackageDirectory([root, root + "/.build/debug"]).paths == [root, root + "/.build/debug"])
    }

    @Test("Swift Build has another place, and debug comes first")
    func swiftBuildHasAnotherPlace() throws {
        let scratch = try Scratch()
        try scratch.write([], to: "Package.swift")
        let root = scratch.path("")
        try scratch.makeDirectory(".build/out/Products/Release-linux")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/out/Products/Release-linux"])
        try scratch.makeDirectory(".build/release")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/release"])
        try scratch.makeDirectory(".build/out/Products/Debug-linux-aarch64")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/out/Products/Debug-linux-aarch64"])
        try scratch.makeDirectory(".build/debug")
        #expect(PackageDirectory([root]).paths == [root, root + "/.build/debug"])
    }

    @Test("one that is not built is said")
    func oneThatIsNotBuiltIsSaid() throws {
        let scratch = try Scratch()
        try scratch.write([], to: "Package.swift")
        let found = PackageDirectory([scratch.path("")])
        #expect(found.paths == [scratch.path("")])
        #expect(found.remarks.count == 1 && found.remarks[0].contains("swift build"))
    }

    @Test("any other directory is itself")
    func anyOtherDirectoryIsItself() throws {
        let scratch = try Scratch()
        try scratch.makeDirectory(".build/debug")
        #expect(PackageDirectory([scratch.path("")]).paths == [scratch.path("")])
        #expect(PackageDirectory([scratch.path("")]).remarks.isEmpty)
    }
}
