// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// Which variables count as a change of the environment.
struct AffectedEnvironmentTests {
    private func fingerprint(
        _ lines: [String], _ directory: String = "/p", _ user: UInt32 = 1, ignoring names: [String] = []
    ) -> UInt64 {
        AffectedEnvironment.fingerprint(of: lines, ignoring: names, directory: directory, user: user)
    }

    @Test("counts variables whatever their order, the directory and the user")
    func countsVariables() {
        let before = fingerprint(["A=1", "B=2"])
        #expect(before == fingerprint(["B=2", "A=1"]))
        #expect(before != fingerprint(["A=1", "B=3"]))
        #expect(before != fingerprint(["A=1"]))
        #expect(before != fingerprint(["A=1", "B=2"], "/q"))
        #expect(before != fingerprint(["A=1", "B=2"], "/p", 2))
    }

    @Test("leaves out what each shell, and each CI job, has anew")
    func leavesOutWhatEachShellHasAnew() {
        let before = fingerprint(["A=1"])
        #expect(
            before
                == fingerprint(["A=1", "SHLVL=2", "OLDPWD=/x", "_=/bin/x", "TESTKIT_SEED=1", "RUNNER_SCRATCH=/tmp/x"]))
        #expect(before == fingerprint(["A=1", "GITHUB_RUN_ID=7", "CI_JOB_ID=8", "BUILD_NUMBER=9"]))
        #expect(before != fingerprint(["A=1", "PATH=/bin"]))
        #expect(before != fingerprint(["A=1", "GITHUB_ACTIONS=true"]))
    }

    @Test("leaves out what --affected-ignore names, wholly or by its beginning")
    func leavesOutWhatIsNamed() {
        let names = ["FARM_JOB", "FARM_RUN_*"]
        let before = fingerprint(["A=1"], ignoring: names)
        #expect(before == fingerprint(["A=1", "FARM_JOB=7", "FARM_RUN_ID=8", "FARM_RUN_=9"], ignoring: names))
        #expect(before != fingerprint(["A=1", "FARM_JOBS=7"], ignoring: names))
        #expect(before != fingerprint(["A=1", "FARM_RUN=7"], ignoring: names))
    }

    @Test("counts paths of the package from there on")
    func countsPathsFromThePackageOn() throws {
        let (one, two) = (TemporaryDirectory(), TemporaryDirectory())
        func number(_ scratch: TemporaryDirectory, _ value: String) throws -> UInt64 {
            try scratch.write([], to: "Package.swift")
            let root = CheckoutRoot(of: scratch.path("Sources"))
            #expect(root.path == scratch.path(""))
            #expect(root.present(root.recorded(scratch.path("a/b"))) == scratch.path("a/b"))
            #expect(root.recorded("/other/a") == "/other/a")
            return AffectedEnvironment.fingerprint(
                of: ["DATA=\(scratch.path(value))"], root, directory: scratch.path("Sources"), user: 1)
        }
        #expect(try number(one, "data") == number(two, "data"))
        #expect(try number(one, "data") != number(two, "date"))
    }
}
