// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// The file of a report that is streamed.
struct ReportFileTests {
    /// Streams to a file, which meanwhile something happens to; returns the fault at the end.
    private func fault(_ manner: ReportFile.Manner, after deed: (String) -> Int32) throws -> String? {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID())").path
        defer { for suffix in ["", ".new"] { unlink(path + suffix) } }
        let file = try ReportFile(.file(path), manner)
        #expect(write(file.descriptor, "ok", 2) == 2)
        #expect(deed(path) == 0)
        do throws(SystemFault) { try file.commit() } catch { return error.description.replacing(path, with: "PATH") }
        return nil
    }

    @Test("a stream that somebody removed is a report that could not be written")
    func removed() throws {
        let expected = "failed to write the report 'PATH': it was removed during the run, by a test or another program"
        #expect(try fault(.stream) { unlink($0) } == expected)
    }

    @Test("so is a report that appears at the end, and whose unfinished file or directory somebody removed")
    func removedUnfinished() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("reports-\(UUID())")
        for removesAll in [false, true] {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: directory) }
            let file = try ReportFile(.file(directory.appendingPathComponent("report").path), .whole)
            for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
                try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
            }
            if removesAll { try FileManager.default.removeItem(at: directory) }
            do throws(SystemFault) {
                try file.commit()
                Testing.Issue.record("it counts as written")
            } catch {
                #expect(error.description.hasSuffix("it was removed during the run, by a test or another program"))
            }
        }
    }

    @Test("a stream that is still there, under any name, is written, and so is a summary that its owner took away")
    func kept() throws {
        #expect(try fault(.stream) { _ in 0 } == nil)
        #expect(try fault(.stream) { rename($0, $0 + ".new") } == nil)
        #expect(try fault(.append) { unlink($0) } == nil)
    }

    @Test("what has no name from the start, such as a pipe or a removed file behind a descriptor, cannot be removed")
    func nameless() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID())").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(unlink(path) == 0)
        try ReportFile(.file("/proc/self/fd/\(descriptor)"), .stream).commit()
        try ReportFile(.file("/dev/null"), .stream).commit()
    }

    @Test("a pipe that nobody reads is refused after a time", .timeLimit(.minutes(60)))
    func unread() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID())").path
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let reason = "it is a pipe, and nothing opened it for reading within 0 s"
        #expect {
            _ = try ReportFile(.file(path), .whole, patience: 0)
        } throws: {
            "\($0)" == "failed to write the report '\(path)': \(reason)"
        }
    }

    @Test("a write to a pipe that is full waits for its reader, as to any other")
    func full() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID())").path
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let file = try ReportFile(.file(path), .stream)
        #expect(fcntl(file.descriptor, F_GETFL) & O_NONBLOCK == 0)
    }
}
