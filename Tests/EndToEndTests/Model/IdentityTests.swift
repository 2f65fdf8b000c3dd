// SPDX-License-Identifier: MIT

import Testing

/// Names that look like parts of an identity, and equal ones.
///
/// Rule 27.
struct IdentityTests {
    /// Compiles the fixture.
    private static func bundle(in directory: TemporaryDirectory) throws -> String {
        try CFixture.compile("names.c", to: "Names[1].so", in: directory)
    }

    /// The identities that a run tells, with what becomes of them.
    private static let results: [(identity: String, kind: Report.Kind)] = [
        ("T.A/a\\u{2F}b", .passed), ("T.A\\u{2F}a/b", .failed), ("T.A/c", .passed), ("T.A/c#2", .failed),
        ("T.A/c#2#2", .passed), ("T.A#2/c", .failed), ("T.A/test\\u{5B}x\\u{5D}", .passed),
        ("T.A/line\\u{A}feed", .failed), ("T.A/outlineTest[a/b]", .passed), ("T.A/outlineTest[]]", .passed),
        ("T.A/outlineTest[two\\u{A}lines]", .passed), ("T.A/outlineTest[\\u{5C}u{41}]", .passed),
    ]

    @Test("no two tests have one identity, and each keeps its own result")
    func unique() throws {
        let directory = TemporaryDirectory()
        let report = Report(try Runner.run(["-v", "--no-state", try Self.bundle(in: directory)]).output)
        let told = report.outcomes.map { "\($0.identity) \($0.kind)" }
        let expected = Self.results.map { "Names\\u{5B}1\\u{5D}/\($0.identity) \($0.kind)" }
        #expect(told.sorted() == expected.sorted())
        for entry in report.outcomes where entry.kind == .failed { #expect(entry.text.contains("bad"), "\(entry)") }
    }

    @Test("each identity that is printed is accepted, as a TEST, in --ids and in the line that repeats the run")
    func accepted() throws {
        let directory = TemporaryDirectory()
        let bundle = try Self.bundle(in: directory)
        let listed = try Runner.listed(["--no-state", bundle])
        #expect(listed.count == Self.results.count)
        for identity in listed {
            #expect(try Runner.listed(["--no-state", bundle, identity]) == [identity])
        }
        let ids = try directory.write(Array(listed.map { $0 + "\n" }.joined().utf8), to: "ids")
        #expect(Set(try Runner.listed(["--no-state", "--ids", ids, bundle])) == Set(listed))
        let wrong = try directory.write(Array("\n\(listed[0])\nCart/none\n".utf8), to: "wrong")
        let refused = try Runner.run(["--no-state", "--list", "--ids", wrong, bundle]).exiting(2)
        #expect(refused.errors.contains("\(wrong):3: no test is named 'Cart/none'"), "\(refused.errors)")
        // A run of what failed names its cases one by one.
        let state = directory.file("state")
        _ = try Runner.run(["--state", state, bundle])
        let again = try Runner.run(["--state", state, "--rerun-failed", "-v", bundle])
        let failed = Report(again.output).outcomes.map(\.identity)
        #expect(failed.count == Self.results.count { $0.kind == .failed })
        let line = try #require(again.lines.last { $0.hasPrefix("repeat: runner ") })
        let command = "exec \"$0\" --list " + line.dropFirst("repeat: runner ".count)
        let repeated = try Subprocess("/bin/sh", ["-c", command, Runner.path], in: directory.path).wait()
        #expect(Set(repeated.lines) == Set(failed), "\(line)")
    }
}
