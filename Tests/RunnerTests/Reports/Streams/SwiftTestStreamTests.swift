// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel
@testable import RunnerReports
@testable import RunnerSupport

/// What the event stream of tests that another framework's tools know is made of; `StreamTests` has the stream.
struct SwiftTestStreamTests {
    @Test(
        "a record that is no line of JSON with an event changes nothing",
        arguments: ["", "{", "[]", "{}", #"{"payload":{}}"#, "{\"payload\":\n{\"kind\":\"issueRecorded\"}}", "\u{0}"])
    func malformedRecord(text: String) {
        #expect(FrameworkRecord(text) == nil)
    }

    @Test("members of other kinds than Swift Testing's are left out")
    func foreignMembers() throws {
        let text =
            #"{"payload":{"kind":"issueRecorded","_comments":"x","issue":{"_error":1,"sourceLocation":{"column":-1}}}}"#
        let record = try #require(FrameworkRecord(text))
        #expect(record.ofEvent.isEmpty && record.ofIssue.isEmpty && record.column == 0 && record.messages.isEmpty)
    }

    @Test(
        "a function's name has parentheses, and no number behind them",
        arguments: [
            ("testAdd", "testAdd()"), ("test2", "test2()"), ("add(to:)", "add(to:)"), ("add(to:)#12", "add(to:)"),
            ("add#2", "add()"), ("`add #2`", "`add #2`()"), ("`add #2`#2", "`add #2`()"),
            ("`add #2`(to:)", "`add #2`(to:)"),
        ])
    func functionName(name: String, function: String) {
        #expect(StreamNames.function(name, ForeignIdentity(text: "M.f()")) == function)
        #expect(StreamNames.function(name, nil) == name)
    }

    @Test(
        "what is between two arguments may be in one as well",
        arguments: [
            ("1, 2", ["1", "2"]), (#""a, b", "c""#, [#""a, b""#, #""c""#]), (#""\", ", 1"#, [#""\", ""#, "1"]),
            ("[1, 2], (3, 4), P(x: 5, y: 6)", ["[1, 2]", "(3, 4)", "P(x: 5, y: 6)"]), ("", [""]),
        ])
    func betweenArguments(text: String, values: [String]) {
        #expect(TestingWords.values(in: text) == values)
    }

    @Test(
        "versions are read as swift test takes them",
        arguments: [("0", EventFormat.Version.zero), ("6.3", .sixThree), ("6.3.0", .sixThree), ("6.4", .sixFour)])
    func versionsAreRead(text: String, version: EventFormat.Version) {
        #expect(EventFormat.Version(text) == version)
    }

    @Test("versions of no known schema are none", arguments: ["", "-1", "1", "6.5", "abc"])
    func unknownVersions(text: String) { #expect(EventFormat.Version(text) == nil) }

    @Test(
        "a description keeps a foreign identity beside its title and its links, from a worker to the host",
        arguments: [
            Description(
                title: "é", links: ["https://example.com a bug"],
                identity: ForeignIdentity(
                    text: "M.S/f()", fileID: "M/F.swift", line: 7, column: 9, comments: ["// é", "// two\n// lines"],
                    parameters: ["_", "b"])),
            Description(identity: ForeignIdentity(text: "M.S/h()", column: 3, parameters: ["a"])),
            Description(identity: ForeignIdentity(text: "M.S/i()", column: 4, comments: ["// c"])),
            Description(identity: ForeignIdentity(text: "M.S/g()")), Description(),
        ])
    func foreignIdentity(_ description: Description) {
        var (written, sent, received) = (CompactCoder(), description, Description())
        sent.pass(&written)
        var reader = CompactCoder(reading: written.bytes[...])
        received.pass(&reader)
        #expect(received == description)
        #expect(reader.isComplete)
    }
}
