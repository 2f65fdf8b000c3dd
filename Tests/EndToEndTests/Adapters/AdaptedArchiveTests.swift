// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Packages of XCTest and Swift Testing, packed and run on a machine without a toolchain.
@Suite(.long) struct AdaptedArchiveTests {
    /// Runs the runner where neither the toolchain's libraries nor the packages' builds are, in a view of the file system that
    /// is this process's alone.
    ///
    /// The runner of a debug build keeps the libraries of Swift's runtime that it needs itself.
    private static let script = """
        runtime=$1 temporary=$2 runner=$3
        shift 3
        toolchain=$(dirname "$(dirname "$(realpath "$(command -v swiftc)")")")
        for library in $(ldd "$runner" | awk -v root="$toolchain/" 'index($3, root) == 1 { print $3 }'); do
            cp "$library" "$runtime"
        done
        mount -t tmpfs none "$toolchain/lib/swift"
        while [ "$1" != -- ]; do mount -t tmpfs none "$1"; shift; done
        shift
        exec env -i PATH=/nonexistent TMPDIR="$temporary" LD_LIBRARY_PATH="$runtime" "$runner" "$@"
        """

    /// Whether the system lets this process have a view of its own of the file system.
    static let mayHide = (try? Subprocess("/usr/bin/env", ["unshare", "-rm", "true"]).wait().status) == 0

    @Test(
        "an archive of test executables gives the same outcomes and places where their toolchain is not",
        .enabled(if: mayHide, "no namespace of its own is given to this process"))
    func withoutToolchain() throws {
        let directory = TemporaryDirectory()
        let packages = [OtherFrameworks.shop, OtherFrameworks.threadLocals]
        let archive = directory.file("suites.tar")
        let executables = try packages.map { try $0.executable() }
        let packed = try Runner.run(
            ["archive", "-o", archive] + executables, environment: OtherFrameworks.environment)
        try #require(packed.status == 0, "\(packed.errors)")

        let (runtime, place) = (try directory.makeDirectory("runtime"), try directory.makeDirectory("place"))
        let hidden = try packages.map { try $0.products() }
        func run(_ words: [String]) throws -> Subprocess.Result {
            let all = [runtime, place, Runner.path] + hidden + ["--"] + words + [archive]
            return try Subprocess("/usr/bin/env", ["unshare", "-rm", "sh", "-ec", Self.script, "sh"] + all).wait()
        }
        let result = try run(["-v", "--no-state", "--diagnose=off"])
        let report = Report(result.output)
        let found = Set(report.outcomes.map { "\($0.kind) \($0.identity)" })
        let shop = FixtureModel.shop.cases.map { "\($0.outcome) OtherFrameworksPackageTests/\($0.name)" }
        let locals = ["LocalTests.LocalTests.swift/local", "LocalTests.LocalTests/testEachThreadHasItsOwn"].map {
            "passed ThreadLocalsPackageTests/\($0)"
        }
        #expect(found == Set(shop + locals), "\(result.output)\(result.errors)")
        #expect(report.faults.isEmpty)
        #expect(!result.errors.contains("compiling the adapter"))

        // The toolchain's symbolizer told them before.
        let listing = try run(["--list", "--format", "json", "ShopTests.OutcomeTests/testFails"]).output
        #expect(listing.contains("ShopTests/LifeTests.swift"), "\(listing)")
    }

    @Test("the same test executables give the same bytes")
    func sameBytes() throws {
        let executable = try OtherFrameworks.threadLocals.executable()
        let archives = try (0..<2).map { _ in
            try Runner.run(["archive", "-o", "-", executable], environment: OtherFrameworks.environment)
        }
        #expect(archives.allSatisfy { $0.status == 0 })
        #expect(archives[0].outputBytes == archives[1].outputBytes)
    }
}
