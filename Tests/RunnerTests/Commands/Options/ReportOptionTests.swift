// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// The options that ask for reports.
struct ReportOptionTests {
    @Test("targets")
    func targets() throws {
        let options = try Options.parse([".", "--events", "fd:3", "--tap=-", "--junit", "out.xml", "--github"])
        #expect(options.reports[.events] == .descriptor(3))
        #expect(options.reports[.tap] == .descriptor(1))
        #expect(options.reports[.junit] == .file("out.xml"))
        #expect(try Options.parse([".", "--html", "out.html"]).reports[.html] == .file("out.html"))
        #expect(options.github == true)
        #expect(options.reports.takesStandardOutput)
    }

    @Test(
        "the system's paths for descriptors: opened once more, they would be written over",
        arguments: [
            ("/dev/stdout", 1 as Int32), ("/dev/fd/1", 1), ("/proc/self/fd/1", 1), ("/dev/stderr", 2),
            ("/dev/fd/63", 63),
        ])
    func descriptorPaths(_ path: String, _ number: Int32) throws {
        #expect(try Options.parse([".", "--events", path]).reports[.events] == .descriptor(number))
    }

    @Test("targets that are none", arguments: ["fd:", "fd:x", "fd:-1", "fd:+3", ""])
    func badTargets(_ text: String) {
        let expected = UsageError.badValue(
            "--tap",
            value: text,
            expected: "a file's path, - for standard output, or fd:N"
        )
        #expect(throws: expected) { try Options.parse([".", "--tap", text]) }
    }

    @Test("an empty command, as of a variable that is not set, is none")
    func emptyReporter() {
        let expected = UsageError.badValue("--reporter", value: " ", expected: "a command for a shell")
        #expect(throws: expected) { try Options.parse([".", "--reporter", " "]) }
    }

    @Test("one file has one report, by whatever name; a device takes several")
    func sharedFile() throws {
        #expect(throws: UsageError.conflict("--events x", "--junit ./x")) {
            try Options.parse([".", "--events", "x", "--junit", "./x"])
        }
        #expect(
            throws: UsageError.conflict("--tap /tmp/report-of-this-test", "--html /tmp/../tmp/./report-of-this-test")
        ) {
            try Options.parse([".", "--tap", "/tmp/report-of-this-test", "--html", "/tmp/../tmp/./report-of-this-test"])
        }
        for pair in [("x", "y"), ("/dev/null", "/dev/null/"), ("/dev/null", "/dev//null"), ("/no/x", "/no//x")] {
            #expect(try Options.parse([".", "--events", pair.0, "--junit", pair.1]).reports[.junit] == .file(pair.1))
        }
    }
}
