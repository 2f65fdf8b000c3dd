// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// Where reports go: files that appear whole or are streamed, and targets that are refused.
///
/// Rule 60.
struct ReportFileTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()
    /// The path of the report.
    private var path: String { directory.path("report") }
    /// The text at its path; nil if there is none.
    private var text: String? { try? String(contentsOfFile: path, encoding: .utf8) }

    /// Opens a report at a path, and writes a text to it.
    private func opened(_ path: String, _ manner: ReportFile.Manner, _ text: String = "ok") throws -> ReportFile {
        let file = try ReportFile(.file(path), manner)
        #expect(write(file.descriptor, text, text.utf8.count) == text.utf8.count)
        return file
    }

    /// The fault at a report's end, before which something happens.
    private func fault(_ manner: ReportFile.Manner, after deed: () throws -> Void) throws -> String? {
        let file = try opened(path, manner)
        try deed()
        do throws(SystemFault) { try file.commit() } catch { return error.description.replacing(path, with: "PATH") }
        return nil
    }

    /// The fault of a report that was removed.
    private let removal =
        "failed to write the report 'PATH': it was removed during the run, by a test or another program"

    @Test("a whole report appears at commit; one that is not committed leaves the old one, and nothing else")
    func whole() throws {
        let file = try opened(path, .whole, "old")
        #expect(text == nil)
        try file.commit()
        _ = try opened(path, .whole, "new")
        #expect(text == "old")
        #expect(FilePath.names(in: directory.path("")) == ["report"])
    }

    @Test("a link is followed and stays")
    func followsLinks() throws {
        let link = directory.path("link")
        _ = try opened(path, .stream)
        try #require(symlink("report", link) == 0)
        try opened(link, .whole, "new").commit()
        #expect(text == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "report")
    }

    @Test("what cannot be written is refused with file and reason")
    func unwritable() {
        let readOnly = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(readOnly) }
        for (target, manner, reason) in [
            (.file("/none/report"), .whole, "/none/report': No such file or directory"),
            (.file("/none/report"), .stream, "/none/report': No such file or directory"),
            (.file("/"), .whole, "/': Is a directory"), (.descriptor(999), .stream, "fd:999': Bad file descriptor"),
            (.descriptor(readOnly), .stream, "fd:\(readOnly)': Bad file descriptor"),
        ] as [(ReportTarget, ReportFile.Manner, String)] {
            let fault = #expect(throws: SystemFault.self) { try ReportFile(target, manner) }
            #expect(fault?.description == "failed to write the report '\(reason)")
        }
    }

    @Test("a stream that somebody removed is a report that could not be written")
    func removed() throws { #expect(try fault(.stream) { unlink(path) } == removal) }

    @Test(
        "so is a report that appears at the end, and whose unfinished file or directory somebody removed",
        arguments: [false, true])
    func removedUnfinished(removesAll: Bool) throws {
        let found = try fault(.whole) {
            for name in FilePath.names(in: directory.path("")) { unlink(directory.path(name)) }
            if removesAll { rmdir(directory.path("")) }
        }
        #expect(found == removal)
    }

    @Test("a stream that is still there, under any name, is written, and so is a summary that its owner took away")
    func kept() throws {
        #expect(try fault(.stream) {} == nil)
        #expect(try fault(.stream) { rename(path, path + ".new") } == nil)
        #expect(try fault(.append) { unlink(path) } == nil)
    }

    @Test("what has no name from the start, such as a pipe or a removed file behind a descriptor, cannot be removed")
    func nameless() throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(unlink(path) == 0)
        try ReportFile(.file("/proc/self/fd/\(descriptor)"), .stream).commit()
        for manner in [ReportFile.Manner.stream, .whole] { try ReportFile(.file("/dev/null"), manner).commit() }
    }

    @Test("a pipe that nobody reads is refused after a time", .timeLimit(.minutes(60)))
    func unread() throws {
        try #require(mkfifo(path, 0o600) == 0)
        let fault = #expect(throws: SystemFault.self) { try ReportFile(.file(path), .whole, patience: 0) }
        let reason = "it is a pipe, and nothing opened it for reading within 0 s"
        #expect(fault?.description == "failed to write the report '\(path)': \(reason)")
    }

    @Test("a write to a pipe that is full waits for its reader, as to any other")
    func full() throws {
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let file = try ReportFile(.file(path), .stream)
        #expect(fcntl(file.descriptor, F_GETFL) & O_NONBLOCK == 0)
    }
}
