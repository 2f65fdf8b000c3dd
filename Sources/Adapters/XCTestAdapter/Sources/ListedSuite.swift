// SPDX-License-Identifier: MIT

import AdapterSupport
import Testing

/// A suite of Swift Testing without a listed test directly in it, as the process that lists describes it to the one that runs.
struct ListedSuite: Sendable {
    /// Its identity.
    var id = ""
    /// The file as the compiler names it: "Module/File.swift".
    var fileID = ""
    /// The file's path.
    var file = ""
    /// Where its attribute is.
    var (line, column) = (0, 0)
    /// The suite's name for people; "" for none.
    var title = ""
    /// Its tags, those of the suites around it included.
    var tags: [String] = []
    /// The comments before its declaration.
    var comments: [String] = []

    /// Nothing is known yet.
    init() {}

    /// Describes a suite in some others, the outer ones first.
    init(_ suite: Test, in outer: [Test]) {
        id = String(describing: suite.id)
        let place = suite.sourceLocation
        (fileID, file) = (place.fileID, place.filePath)
        (line, column) = (place.line, place.column)
        title = ListedTest.title(of: suite)
        for name in (outer + [suite]).flatMap(\.tags).map(ListedTest.name) where !tags.contains(name) {
            tags.append(name)
        }
        comments = ListedTest.comments(of: suite)
    }

    /// Writes all of it, or reads what was written.
    mutating func pass(through message: inout ListingMessage) {
        message.pass(&id)
        message.pass(&fileID)
        message.pass(&file)
        message.pass(&line)
        message.pass(&column)
        message.pass(&title)
        message.pass(&tags)
        message.pass(&comments)
    }

    /// A permanent copy for the host; nil if the host cannot use it.
    var kept: UnsafePointer<testkit_suite>? {
        let identity = ForeignIdentity(text: id, fileID: fileID, line: line, column: column, comments: comments)
        guard let identity = identity.kept else { return nil }
        var copy = testkit_suite()
        copy.struct_size = UInt32(MemoryLayout<testkit_suite>.size)
        copy.identity = identity
        copy.file = UsableNames.path(file).map(AdaptedBundle.keep)
        copy.title = UsableNames.text(title).map(AdaptedBundle.keep)
        (copy.tags, copy.tag_count) = AdaptedBundle.keep(UsableNames.texts(tags))
        return AdaptedBundle.keep(copy)
    }
}
