// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// Where reports go: files that appear whole, and targets that are refused.
///
/// Rule 60.
struct ReportFileTests {
    /// Returns the content of a file; nil if there is none.
    private func contents(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1000)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Does something with a new directory.
    private func withDirectory(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/report-tests-XXXXXX".utf8CString)
        let path = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            for name in ["report", "link"] { unlink("\(path)/\(name)") }
            #expect(rmdir(path) == 0, "something is left over")
        }
        try body(path)
    }

    @Test("a whole report appears at commit")
    func committed() throws {
        try withDirectory { directory in
            let path = "\(directory)/report"
            let file = try ReportFile(.file(path), .whole)
            var output = TextOutput(file.descriptor)
            output.line("done")
            output.flush()
            #expect(contents(path) == nil)
            try file.commit()
            #expect(contents(path) == "done\n")
        }
    }

    @Test("a report that is not committed leaves the old one")
    func uncommitted() throws {
        try withDirectory { directory in
            let path = "\(directory)/report"
            let old = try ReportFile(.file(path), .stream)
            var output = TextOutput(old.descriptor)
            output.line("old")
            output.flush()
            _ = try ReportFile(.file(path), .whole)
            #expect(contents(path) == "old\n")
        }
    }

    @Test("a link is followed and stays")
    func followsLinks() throws {
        try withDirectory { directory in
            _ = try ReportFile(.file("\(directory)/report"), .stream)
            #expect(symlink("report", "\(directory)/link") == 0)
            let file = try ReportFile(.file("\(directory)/link"), .whole)
            var output = TextOutput(file.descriptor)
            output.line("new")
            output.flush()
            try file.commit()
            #expect(contents("\(directory)/report") == "new\n")
            var information = stat()
            #expect(lstat("\(directory)/link", &information) == 0 && information.st_mode & S_IFMT == S_IFLNK)
        }
    }

    @Test("what cannot be written is refused with file and reason")
    func unwritable() {
        func reason(_ target: ReportTarget, _ manner: ReportFile.Manner) -> String? {
            do throws(SystemFault) {
                _ = try ReportFile(target, manner)
                return nil
            } catch { return error.description }
        }
        #expect(
            reason(.file("/none/report"), .whole)
                == "failed to write the report '/none/report': No such file or directory"
        )
        #expect(
            reason(.file("/none/report"), .stream)
                == "failed to write the report '/none/report': No such file or directory"
        )
        #expect(reason(.file("/"), .whole) == "failed to write the report '/': Is a directory")
        #expect(reason(.descriptor(999), .stream) == "failed to write the report 'fd:999': Bad file descriptor")
        let readOnly = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(readOnly) }
        #expect(
            reason(.descriptor(readOnly), .stream) == "failed to write the report 'fd:\(readOnly)': Bad file descriptor"
        )
        #expect(reason(.file("/dev/null"), .whole) == nil)
    }
}
