// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The time limits of these tests themselves.
struct HangLimitTests {
    /// The files with a fixed limit that changes no verdict when everything reaches it.
    private static let indifferent = [
        // Limits that are refused, that end everything on purpose, or of which only the text counts.
        "InterruptTests.swift": ["1e-9"],
        // Nothing in its bundle ends; each case states a limit of its own.
        "OverdueTests.swift": ["0.1"], "TraitTests.swift": ["0.4"],
        // Whatever ends, and however: nothing stays behind.
        "LeftoverTests.swift": ["1", "1", "1"],
    ]

    @Test("a time limit that a busy machine could reach is measured, not fixed")
    func limitsAreMeasured() throws {
        let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let pattern = /"--(?:load-|run-)?timeout", "(?<seconds>[0-9.e-]+)"/
        var found: [String: [String]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path) where path.hasSuffix(".swift") {
            let file = directory.appending(path: path)
            let text = try String(contentsOf: file, encoding: .utf8)
            let short = text.matches(of: pattern).map { String($0.output.seconds) }.filter { Double($0) ?? 0 < 60 }
            if !short.isEmpty { found[file.lastPathComponent] = short }
        }
        #expect(found == Self.indifferent, "take the limit of what hangs from HangLimit; nothing else needs one")
    }
}
