// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Runs of the probe: a bundle in a process whose main thread is its own.
struct ProbeRun {
    /// The calls that the probe's host received.
    let events: [String]
    /// How long the run took, in seconds.
    let duration: Double

    /// Runs some suites of the probe, or the first ones.
    init(_ suites: String...) throws {
        let start = ContinuousClock.now
        let process = Process()
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.executableURL = program.deletingLastPathComponent().appending(path: "TestKitProbe")
        process.arguments = suites
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        events = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        duration = (ContinuousClock.now - start) / .seconds(1)
    }

    /// Returns the notes, reports and status of a case, without its activity's number.
    func story(of name: String) throws -> [String] {
        let start = try #require(events.firstIndex(of: "setUpTestCase \(name)"))
        let end = try #require(events[start...].firstIndex { $0.hasPrefix("case ") })
        return events[(start + 1)...end].filter { !$0.hasPrefix("phase") }.map { event in
            if event.hasPrefix("case ") { return String(event.split(separator: " ")[2]) }
            let parts = event.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, UInt64(parts[0]) != nil else { return event }
            return String(parts[1].dropFirst())
        }
    }
}
