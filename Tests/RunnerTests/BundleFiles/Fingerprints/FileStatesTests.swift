// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerBundleFiles

/// What is at paths, as numbers (rule 73).
struct FileStatesTests {
    /// The number of a directory's names now.
    private func state(of directory: TemporaryDirectory) -> UInt64 {
        var states = FileStates()
        return states.state(of: directory.path(""), use: FileStates.listed)
    }

    @Test("of a directory that is listed, each name counts, but those of the runner's own files")
    func listed() throws {
        let directory = TemporaryDirectory()
        let empty = state(of: directory)
        try Data().write(to: URL(fileURLWithPath: directory.path(".Tests.xctest.0123456789abcdef.testkit.so")))
        #expect(state(of: directory) == empty)
        try Data().write(to: URL(fileURLWithPath: directory.path(".hidden")))
        #expect(state(of: directory) != empty)
    }

    @Test(
        "each byte of a file counts, in whatever part it is read, and so does the end",
        arguments: [65_535, 65_536, 200_003])
    func content(size: Int) throws {
        let directory = TemporaryDirectory()
        let path = directory.path("data")
        func state(_ bytes: [UInt8], use: UInt32 = FileStates.looked) throws -> UInt64 {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            var states = FileStates()
            return states.state(of: path, use: use)
        }
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let base = try state(bytes)
        #expect(try state(bytes, use: FileStates.link) == base)
        for place in [0, size / 2, size - 1] {
            var other = bytes
            other[place] ^= 1
            #expect(try state(other) != base, "byte \(place)")
        }
        #expect(try state(bytes + [0]) != base)
        #expect(try state(bytes.dropLast()) != base)
    }

    @Test("a file is read once, whatever its use, and one that a link leads to as what it is")
    func once() throws {
        let directory = TemporaryDirectory()
        let (path, symbolic) = (directory.path("data"), directory.path("link"))
        try Data("one".utf8).write(to: URL(fileURLWithPath: path))
        try #require(symlink("data", symbolic) == 0)
        var states = FileStates()
        let first = states.state(of: path, use: FileStates.looked)
        #expect(states.state(of: symbolic, use: FileStates.looked) == first)
        #expect(states.state(of: symbolic, use: FileStates.link) != first)
        try Data("two".utf8).write(to: URL(fileURLWithPath: path))
        #expect(states.state(of: path, use: FileStates.link) == first)
        var later = FileStates()
        #expect(later.state(of: path, use: FileStates.looked) != first)
    }
}
