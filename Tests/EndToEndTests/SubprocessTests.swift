// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The limit of each program that these tests start.
struct SubprocessTests {
    @Test("a program that hangs fails its test with what was running, and nothing of it stays")
    func hangingProgram() throws {
        let directory = TemporaryDirectory()
        let program = "echo begun; sleep 1000 & echo $! > '\(directory.file("child"))'; trap '' TERM; wait"
        let shell = try Subprocess("/bin/sh", ["-c", program])
        func child() -> Int32? {
            let text = try? String(contentsOfFile: directory.file("child"), encoding: .utf8)
            return text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
        }
        // The shell says its number before it has become the program.
        #expect(waitUntil { child().flatMap(ProcessTree.Entry.init)?.command.hasPrefix("sleep 1000") == true })
        let error = #expect(throws: Subprocess.Overrun.self) { try shell.wait(limit: 0) }
        let text = error?.description ?? ""
        #expect(text.contains("took longer than 0.0 s and was ended: /bin/sh -c echo begun"))
        #expect(text.contains("S ") && text.contains(": sleep 1000"), "\(text)")
        #expect(text.contains("its output:\nbegun"), "\(text)")
        let ended = try #require(child())
        #expect(waitUntil { ProcessTree.hasEnded(ended) })
    }
}
