// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerReports

/// The draft that takes the place of a file.
struct RecordDraftTests {
    /// A directory for the test.
    private let scratch: TemporaryDirectory

    init() throws { scratch = try TemporaryDirectory() }

    /// Writes a draft and puts it in the place of the file; returns the system's error.
    private func replace(by byte: UInt8, isLocked: Bool) throws -> Int32? {
        let draft = RecordDraft(of: scratch.path("record"), isLocked: isLocked)
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
        let draft = RecordDraft(of: scratch.path("record"), isLocked: isLocked)
        #expect(draft.replaceTarget() == ENOENT)
        #expect(try names().isEmpty)
    }
}
