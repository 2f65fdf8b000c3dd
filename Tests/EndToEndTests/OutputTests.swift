// SPDX-License-Identifier: MIT

import Testing

/// Output without bound.
struct OutputTests {
    @Test(
        "what is printed beyond what is told does not stay on the disk, be it while bundles are loaded or while cases run",
        arguments: ["worker", "case"])
    func room(isolation: String) throws {
        let directory = try TemporaryDirectory()
        let bundle = try CFixture.compile("wordy.c", to: "Wordy.so", in: directory)
        // The cases wait for the room; the time limit is for when it never comes.
        let result = try Runner.run(["-v", "--jobs", "1", "--timeout", "30", "--isolation", isolation, bundle])
        let report = Report(result.output)
        for (name, words) in [("testWaits", "the room came back"), ("testFails", "as it should")] {
            let told = report.entries(about: "Wordy/Wordy.WordyTests/\(name)")
            #expect(told.map(\.kind) == [.failed])
            let text = told.first?.text ?? ""
            #expect(text.contains(words) && text.contains("the beginning") && text.contains("the end"))
            #expect(text.contains("bytes left out]"))
        }
        #expect(result.status == 1)
    }
}
