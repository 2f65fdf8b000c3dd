// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport

/// The draft that takes the place of a file.
struct FileDraftTests {
    /// A directory for the test.
    private let scratch = TemporaryDirectory()

    /// Writes a draft and puts it in the place of the file; returns the system's error.
    private func replace(by byte: UInt8, isLocked: Bool) throws -> Int32? {
        let draft = FileDraft(of: scratch.path("record"), isLocked: isLocked)
        try Data([byte]).write(to: URL(fileURLWithPath: draft.path))
        return draft.replaceTarget()
    }

    /// The names in the directory.
    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path("")).sorted()
    }

    @Test("under the lock the earlier file stays as the next draft, else nothing", arguments: [true, false])
    func replacement(isLocked: Bool) throws {
        #expect(try replace(by: 1, isLocked: isLocked) == nil)
        #expect(try names() == ["record"])
        #expect(try replace(by: 2, isLocked: isLocked) == nil)
        #expect(try names() == (isLocked ? ["record", "record.old"] : ["record"]))
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("record"))) == Data([2]))
        if isLocked {
            #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("record.old"))) == Data([1]))
        }
    }

    @Test("a draft that is not there is the system's error", arguments: [true, false])
    func missing(isLocked: Bool) throws {
        let draft = FileDraft(of: scratch.path("record"), isLocked: isLocked)
        #expect(draft.replaceTarget() == ENOENT)
        #expect(try names().isEmpty)
    }

    @Test("what killed processes left is removed, and nothing that is in use", arguments: [true, false])
    func abandoned(ofAll: Bool) throws {
        let target = scratch.path("report")
        let (left, used, other) = (FileDraft(of: target), FileDraft(of: target), FileDraft(of: scratch.path("other")))
        for draft in [left, other] { close(draft.open()) }
        let descriptor = used.open()
        defer { close(descriptor) }
        for name in ["report.12.tmp", "report.mine.tmp", "0123456789abcdef.tmp"] {
            try Data().write(to: URL(fileURLWithPath: scratch.path(name)))
        }
        FileDraft.removeAbandoned(in: scratch.path(""), of: ofAll ? nil : "report")
        #expect(access(left.path, F_OK) != 0 && access(used.path, F_OK) == 0)
        #expect((access(other.path, F_OK) != 0) == ofAll)
        #expect(try names().count == (ofAll ? 4 : 5))
    }

    @Test("a draft is nobody else's file, and never what a link leads to")
    func exclusive() throws {
        let draft = FileDraft(of: scratch.path("report"))
        try #require(symlink(scratch.path("other"), draft.path) == 0)
        #expect(draft.open() == -1 && errno == EEXIST)
        #expect(FileDraft(of: scratch.path("report")).path != draft.path)
    }

    @Test("removal follows no link")
    func removal() throws {
        let (inside, outside) = (scratch.path("inside"), scratch.path("outside"))
        for path in [inside, inside + "/deep", outside] { try #require(mkdir(path, 0o700) == 0) }
        for path in [inside + "/deep/file", outside + "/kept"] { try Data().write(to: URL(fileURLWithPath: path)) }
        try #require(symlink(outside, inside + "/deep/link") == 0)
        FilePath.remove(inside)
        #expect(access(inside, F_OK) != 0 && access(outside + "/kept", F_OK) == 0)
    }
}
