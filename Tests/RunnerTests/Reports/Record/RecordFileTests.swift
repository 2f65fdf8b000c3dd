// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The file in which the record of runs is kept.
struct RecordFileTests {
    /// A directory for the test.
    private let scratch = TemporaryDirectory()
    /// The warnings so far.
    private let warnings = Warnings()

    /// The file of a directory.
    private func file(_ name: String) -> RecordFile {
        RecordFile(directory: scratch.path(name)) { [warnings] in warnings.texts.append($0) }
    }

    @Test("makes its directory and keeps it from git")
    func newDirectory() throws {
        let file = file("a/b/")
        #expect(file.read() == nil)
        file.update { old in
            #expect(old == nil)
            return RunRecordTests.sample
        }
        #expect(file.read() == RunRecordTests.sample)
        file.update { old in
            #expect(old == RunRecordTests.sample)
            return RunRecord(run: RunRecordTests.sample.run)
        }
        #expect(file.read()?.classes.isEmpty == true)
        #expect(warnings.texts.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("a/b"))
        #expect(names.sorted() == [".gitignore", "record", "record.old"])
        let before = try Data(contentsOf: URL(fileURLWithPath: scratch.path("a/b/record.old")))
        #expect(try RunRecord(Array(before)) == RunRecordTests.sample)
        #expect(try String(contentsOfFile: scratch.path("a/b/.gitignore"), encoding: .utf8) == "*\n")
    }

    @Test("a damaged record is named once and made anew")
    func damaged() throws {
        try scratch.write(Array("testkit-record 2\nrun\t1\n".utf8), to: "state/record")
        let file = file("state")
        #expect(file.read() == nil)
        file.update { old in
            #expect(old == nil)
            return RunRecordTests.sample
        }
        #expect(warnings.texts.count == 1)
        #expect(warnings.texts.first?.contains("\(scratch.path("state"))/record', line 2: expected a run") == true)
        #expect(file.read() == RunRecordTests.sample)
    }

    @Test("what is not ours is left alone", arguments: ["hello\n", "testkit-record 99\n", "\u{7F}ELF"])
    func foreignFiles(text: String) throws {
        try scratch.write(Array(text.utf8), to: "state/record")
        file("state").update { _ in RunRecordTests.sample }
        #expect(warnings.texts.count == 1)
        #expect(warnings.texts.first?.contains("line 1: expected ") == true)
        #expect(try String(contentsOfFile: scratch.path("state/record"), encoding: .utf8) == text)
    }

    @Test("a directory that cannot be made is a warning")
    func noDirectory() throws {
        try scratch.write([], to: "file")
        let file = file("file/state")
        #expect(file.read() == nil)
        file.update { _ in RunRecordTests.sample }
        file.update { _ in RunRecordTests.sample }
        #expect(warnings.texts.count == 1)
        let words = "failed to keep a record of runs in '\(scratch.path("file/state"))': Not a directory"
        #expect(warnings.texts.first == words)
    }

    @Test("a record that cannot be written is a warning")
    func unwritable() throws {
        try scratch.makeDirectory("state/record.old")
        file("state").update { _ in RunRecordTests.sample }
        #expect(warnings.texts.count == 1)
        #expect(file("state").read() == nil)
    }
}

/// The warnings about a file.
final class Warnings {
    /// All of them.
    var texts: [String] = []
}
