// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport

/// Which state of a file it is.
struct FileVersionTests {
    @Test("a file is the same until it is written, replaced or gone")
    func changes() throws {
        let scratch = TemporaryDirectory()
        let path = scratch.path("file")
        #expect(FileVersion(path: path) == nil)
        try scratch.write([1], to: "file")
        let version = try #require(FileVersion(path: path))
        #expect(version.size == 1)
        #expect(FileVersion(path: path) == version)
        try scratch.write([1], to: "other")
        #expect(FileVersion(path: scratch.path("other")) != version)
        try scratch.write([1, 2], to: "file")
        #expect(FileVersion(path: path) != version)
    }

    @Test("is read as it was written")
    func encoding() throws {
        var (version, writer) = (try #require(FileVersion(path: "/proc/self/exe")), CompactCoder())
        writer.pass(fixed: &version)
        var (read, reader) = (FileVersion(stat()), CompactCoder(reading: writer.bytes[...]))
        reader.pass(fixed: &read)
        #expect(read == version && reader.isComplete)
    }

    @Test("no time is too far, and one before 1970 counts as 1970", arguments: [Int.min, -1, 0, 1 << 40, .max])
    func times(seconds: Int) {
        var information = stat()
        information.st_mtim = timespec(tv_sec: seconds, tv_nsec: 5)
        let written = FileVersion(information).written
        if seconds <= 0 { #expect(written == 5) }
    }
}
