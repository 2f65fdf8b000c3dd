// SPDX-License-Identifier: MIT

import Testing

@testable import Runner

/// The toolset file for `swift test --toolset`.
struct ToolsetFileTests {
    @Test("a toolset of the user's own is not replaced, one that was written here is")
    func taken() throws {
        let scratch = TemporaryDirectory()
        let file = ToolsetFile(path: scratch.path("toolset.json"))
        #expect(!file.isTaken)
        try scratch.write(Array(ToolsetFile.text(runner: "/elsewhere/runner").utf8), to: "toolset.json")
        #expect(!file.isTaken)
        for other in ["garbage", #"{"schemaVersion":"1.0","swiftCompiler":{"extraCLIOptions":["-DX"]}}"#] {
            try scratch.write(Array(other.utf8), to: "toolset.json")
            #expect(file.isTaken, "\(other)")
        }
    }
}
