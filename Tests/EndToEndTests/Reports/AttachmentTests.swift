// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Attachments, through real bundles and the real runner.
///
/// Rules 38 and 42.
struct AttachmentTests {
    /// Where a run keeps them.
    private let directory = TemporaryDirectory()

    /// The verbose report of a run of some cases of the bundle in Swift.
    private func run(_ arguments: String...) throws -> Subprocess.Result {
        let options = ["-v", "--color", "never", "--attachments", directory.file("kept")]
        return try Runner.run(
            options + arguments + [SwiftFixtures.bundle("TraitSuites")],
            environment: ["ATTACHMENT_MARK": directory.file("mark")])
    }

    /// The files that a class's cases have kept: the text of each, by its path below the class's directory.
    private func kept(_ name: String, in root: String? = nil) throws -> [String: String] {
        let root = "\(root ?? directory.file("kept"))/TraitSuites/TraitSuites.\(name)"
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
            guard let data = FileManager.default.contents(atPath: "\(root)/\(path)") else { continue }
            files[path] = String(decoding: data, as: UTF8.self)
        }
        return files
    }

    @Test("texts, bytes and files are kept with their case, and the report says where")
    func kinds() throws {
        let result = try run("AttachmentTests/testAttachesTextBytesAndFiles").exiting(0)
        let own = "testAttachesTextBytesAndFiles"
        #expect(
            try kept("AttachmentTests") == [
                "\(own)/text.txt": "grüße\n", "\(own)/data.bin": "\0\u{FFFD}\n", "\(own)/source.log": "a log",
                "\(own)/renamed.log": "a log", "set-up.txt": "of the class",
            ])
        let path = "\(directory.file("kept"))/TraitSuites/TraitSuites.AttachmentTests/\(own)/text.txt"
        #expect(result.lines.contains("    attached 'text.txt' (8 bytes): \(path)"))
        #expect(result.lines.contains("5 attachments in \(directory.file("kept"))"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("kept")) == ["TraitSuites"])
    }

    @Test("properties of a case are in the event stream; docs/Running.md has the call")
    func properties() throws {
        let events = directory.file("events")
        try run("AttachmentTests/testAttachesTextBytesAndFiles", "--events", events).exiting(0)
        let list = #""properties":[{"name":"ticket","value":"A-12"},{"name":"größe","value":"<3>"}]"#
        #expect(try String(contentsOfFile: events, encoding: .utf8).contains(list))
        let page = try String(contentsOfFile: CFixture.root + "/docs/Running.md", encoding: .utf8)
        let source = try Source.lines(of: "TraitSuites/AttachmentTests.swift")
        let call = try #require(page.firstMatch(of: /`(addProperty\(.*?\))`/)).1
        #expect(source.contains { $0.contains(call) })
    }

    @Test("names clash, lead to other directories, hide or are none: each file stays in its case's directory")
    func names() throws {
        _ = try run("AttachmentTests/testNamesClashAndLeadAstray")
        let own = "testNamesClashAndLeadAstray"
        let long = String(repeating: "long", count: 49) + ".txt"
        #expect(
            try kept("AttachmentTests").filter { $0.key.hasPrefix(own) } == [
                "\(own)/a.txt": "one", "\(own)/a-2.txt": "two", "\(own)/_._.._a.txt": "three",
                "\(own)/_etc_passwd": "four", "\(own)/_hidden__[31m": "five", "\(own)/attachment": "six",
                "\(own)/\(long)": "seven",
            ])
    }

    @Test("a crash after attaching, and every attempt of --retry, keep what they attached; nothing is overwritten")
    func crashesAndAttempts() throws {
        let result = try run(
            "AttachmentTests/testCrashesAfterAttaching", "AttachmentTests/testFailsTheFirstTime", "--retry", "1")
        let files = try kept("AttachmentTests")
        #expect(files["testCrashesAfterAttaching/before.txt"] == "kept")
        #expect(files["testCrashesAfterAttaching/before-2.txt"] == "kept")
        #expect(files["testFailsTheFirstTime/log.txt"] == "attempt")
        #expect(files["testFailsTheFirstTime/log-2.txt"] == "attempt")
        #expect(Report(result.output).outcomes.count { $0.kind == .crashed } == 2)
    }

    @Test("what is too large, or no file, is not kept: a warning says so")
    func refused() throws {
        let result = try run("AttachmentTests/testAttachesTooMuch", "AttachmentTests/testAttachesWhatIsNoFile")
        #expect(result.status == 0)
        #expect(try kept("AttachmentTests") == ["set-up.txt": "of the class"])
        for reason in [
            "'large.bin' is not kept: it has 67108865 bytes; the limit is 67108864",
            "'null' is not kept: /dev/null is not a regular file",
            "'all' is not kept: failed to open /nowhere/at/all: No such file or directory",
        ] {
            #expect(result.lines.contains("    warning: the attachment \(reason)"))
        }
    }

    @Test("what comes late is kept with its own case and told as late; it fails nothing")
    func late() throws {
        let result = try run("LateTests")
        let report = Report(result.output)
        #expect(try kept("LateTests") == ["testStarts/late.txt": "late"])
        let entry = try #require(report.entries.first { $0.kind == .late })
        #expect(entry.identity == "TraitSuites/TraitSuites.LateTests/testStarts")
        #expect(entry.text.contains("attached 'late.txt' (4 bytes): "))
        #expect(report.outcomes.map(\.kind) == [.passed] && result.status == 0)
    }

    @Test("without --attachments they are in a new directory, and there is none where nothing is attached")
    func ownDirectory() throws {
        let temporary = try directory.makeDirectory("temporary")
        func run(_ name: String) throws -> [String] {
            let path = try SwiftFixtures.bundle("TraitSuites")
            try Runner.run(["-q", path, name], environment: ["TMPDIR": temporary])
            return try FileManager.default.contentsOfDirectory(atPath: temporary)
        }
        #expect(try run("LocalTests") == [])
        #expect(try Runner.run(["--attachments", "", directory.path]).status == 2)
        let made = try run("AttachmentTests/testAttachesWhatIsNoFile")
        #expect(made.count == 1 && made.first?.hasPrefix("runner-attachments-") == true)
        let root = "\(temporary)/\(made.first ?? "")"
        #expect(try kept("AttachmentTests", in: root) == ["set-up.txt": "of the class"])
    }

    @Test(
        "a directory that cannot be made loses the attachments, not the cases", arguments: ["worker", "case", "none"])
    func noDirectory(isolation: String) throws {
        let file = try directory.write([], to: "file")
        let path = try SwiftFixtures.bundle("TraitSuites")
        let name = "AttachmentTests/testNamesClashAndLeadAstray"
        let result = try Runner.run(["-v", "--isolation", isolation, "--attachments", "\(file)/x", path, name])
        #expect(result.status == 0)
        #expect(result.output.contains("'a.txt' is not kept: failed to make \(file)/x: Not a directory"))
    }

    @Test("a bundle in C attaches by the extension")
    func bundleInC() throws {
        let path = try CFixture.compile("traits.c", to: "libC.so", in: directory)
        let root = directory.file("of C")
        let result = try Runner.run(["-v", "--attachments", root, path, "TaggedTests/testAttaches"]).exiting(0)
        let own = "\(root)/C/Traits.TaggedTests/testAttaches"
        #expect(FileManager.default.contents(atPath: "\(own)/note.txt") == Data("from C".utf8))
        #expect(FileManager.default.contents(atPath: "\(own)/empty") == Data())
        #expect(result.output.contains("warning: the attachment '' is not kept: failed to open : No such file"))
    }
}
