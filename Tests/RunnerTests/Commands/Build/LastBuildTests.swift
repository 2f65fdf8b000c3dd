// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// The settings of the last build of a package.
struct LastBuildTests {
    /// The command that compiles SwiftPM's own module, with the options of a user.
    private func compile(_ swift: [String], _ c: [String] = [], before: [String] = []) -> [String] {
        // In steps: the type checker of Swift 6.2 gives a long sum up.
        var words: [String] = ["swiftc", "-module-name", "PPackageDiscoveredTests", "-emit-dependencies", "-O"]
        words += before
        words += ["-emit-objc-header-path", "P-Swift.h", "-g"]
        words += swift
        words += ["-Xcc", "-fPIC", "-Xcc", "-g"]
        for option in c { words += ["-Xcc", option] }
        return words + ["-package-name", "p", "-Xcc", "-fno-omit-frame-pointer"]
    }

    /// The command that links the tests.
    private func link(_ rest: [String], before: [String] = []) -> [String] {
        ["swiftc", "-o", "/p/PPackageTests.xctest", "-module-name", "PPackageTests"] + before
            + ["-emit-executable", "-Xlinker", "-rpath=$ORIGIN", "-target", "x86_64-unknown-linux-gnu", "-g"] + rest
    }

    @Test("no options, and all of those that the commands show")
    func options() {
        #expect(LastBuild.options(compile: compile([]), link: link([])) == [])
        let swift = ["-DFOO", "-enable-testing"]
        let found = LastBuild.options(
            compile: compile(swift, ["-DBAR"], before: ["-sanitize=thread", "-profile-coverage-mapping"]),
            link: link(swift + ["-Xlinker", "-z", "-Xlinker", "now"], before: ["-static-stdlib"]))
        #expect(
            found == [
                "--sanitize", "thread", "--enable-code-coverage", "--static-swift-stdlib", "-Xswiftc", "-DFOO",
                "-Xswiftc",
                "-enable-testing", "-Xcc", "-DBAR", "-Xlinker", "-z", "-Xlinker", "now",
            ])
    }

    @Test("a package of tools before 5.9, without a package's name in its commands, shows none that SwiftPM adds")
    func withoutPackageName() {
        func old(_ c: [String]) -> [String] {
            let name = ["-package-name", "p"]
            return compile(["-DFOO"], c).filter { !name.contains($0) }
        }
        let none = LastBuild.options(compile: old([]), link: link(["-DFOO"]))
        #expect(none == ["-Xswiftc", "-DFOO"])
        let some = LastBuild.options(compile: old(["-DBAR", "-fno-omit-frame-pointer"]), link: link(["-DFOO"]))
        #expect(some == ["-Xswiftc", "-DFOO", "-Xcc", "-DBAR", "-Xcc", "-fno-omit-frame-pointer"])
    }

    @Test("commands that are cut or of another kind show nothing")
    func others() {
        #expect(LastBuild.options(compile: [], link: []) == [])
        #expect(LastBuild.options(compile: ["-emit-objc-header-path", "-g", "-fPIC"], link: ["-target"]) == [])
        #expect(LastBuild.options(compile: compile(["-DA"]), link: link(["-lz"])) == ["-Xswiftc", "-DA"])
    }

    @Test("the configuration that was built last counts, in either layout")
    func configurations() throws {
        let scratch = TemporaryDirectory()
        #expect(LastBuild(in: scratch.path(".build")) == nil)
        try scratch.makeDirectory(".build/out/Products/Release-linux")
        #expect(LastBuild(in: scratch.path(".build"))?.words == ["--build-system", "swiftbuild", "-c", "release"])
        let lines = [("Discovered", compile(["-DA"])), ("", link(["-DA"]))].map { _, words in
            "    args: [" + words.map { "\"\($0)\"" }.joined(separator: ",") + "]\n"
        }
        for name in ["debug", "release"] {
            try scratch.makeDirectory(".build/\(name)")
            try scratch.write(Array(lines.joined().utf8), to: ".build/\(name).yaml")
            let expected = (name == "debug" ? [] : ["-c", "release"]) + ["-Xswiftc", "-DA"]
            #expect(LastBuild(in: scratch.path(".build"))?.words == expected)
        }
    }

    @Test("words for a configuration and a sanitizer are added to those of the build, once")
    func additions() throws {
        let options = try Options.parse(["-c", "release", "--sanitize", "address"])
        let words = PackageBuild.words(["-Xcc", "-O1"], adding: options.buildAdditions)
        #expect(words == ["-Xcc", "-O1", "-c", "release", "--sanitize", "address"])
        #expect(PackageBuild.words(words, adding: options.buildAdditions) == words)
    }

    @Test("it is said which settings a build has where they are not the usual ones, or change")
    func announcements() {
        let release = LastBuild(words: ["-c", "release"])
        #expect(PackageBuild.announcement(options: [], last: nil) == nil)
        #expect(PackageBuild.announcement(options: [], last: LastBuild(words: [])) == nil)
        #expect(PackageBuild.announcement(options: ["-c", "release"], last: release) == nil)
        #expect(
            PackageBuild.announcement(options: [], last: release)
                == "building as at the last build of this package: -c release; 'swift build' returns to the usual settings"
        )
        #expect(
            PackageBuild.announcement(options: ["-c", "debug"], last: release)
                == "building with -c debug; the last build of this package had -c release")
    }
}
