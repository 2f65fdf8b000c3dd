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
        let directory = try TemporaryDirectory()
        let empty = state(of: directory)
        try Data().write(to: URL(fileURLWithPath: directory.path(".Tests.xctest.0123456789abcdef.testkit.so")))
        #expect(state(of: directory) == empty)
        try Data().write(to: URL(fileURLWithPath: directory.path(".hidden")))
        #expect(state(of: directory) != empty)
    }
}
