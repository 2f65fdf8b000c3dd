// SPDX-License-Identifier: MIT

import Testing

@testable import BundleRegistrar

/// The command line.
struct OptionsTests {
    @Test("reads every option")
    func everyOption() throws {
        let options = try Options.parse(
            ["--module", "M", "a.swift", "--output", "o.swift", "--toolchain", "/t", "--dependency", "D=/d=e"]
                + ["--registers", "D=/r", "--suites", "s.swift", "--", "-b.swift"]
        )
        #expect(
            options
                == Options(
                    module: "M",
                    output: "o.swift",
                    suites: "s.swift",
                    toolchain: "/t",
                    dependencies: [.init(name: "D", directory: "/d=e")],
                    registrations: [.init(name: "D", directory: "/r")],
                    sources: ["a.swift", "-b.swift"]
                )
        )
    }

    @Test("asks for help")
    func help() throws {
        #expect(try Options.parse(["--module", "M", "--help"]) == nil)
    }

    @Test(
        "refuses",
        arguments: [
            (["--output", "o"], "option '--module' is missing; see --help"),
            (["--module", "M"], "option '--output' is missing; see --help"),
            (["--module"], "option '--module' expects a value; see --help"),
            (["--module", "M", "--module", "N"], "option '--module' is given twice; see --help"),
            (["--dependency", "D"], "option '--dependency' expects NAME=DIR; see --help"),
            (["--fast"], "unknown option '--fast'; see --help"),
        ])
    func refuses(arguments: [String], message: String) {
        let error = #expect(throws: RegistrarError.self) { try Options.parse(arguments) }
        #expect(error?.description == message)
        #expect(error?.exitCode == 2)
    }
}
