// SPDX-License-Identifier: MIT

import Foundation

/// A run of a fixture bundle, with what its code traced.
struct TracedRun {
    /// Its result.
    let result: Subprocess.Result
    /// The lines that it traced, in order.
    let trace: [String]

    /// The report, read back.
    var report: Report { Report(result.output) }

    /// Runs a bundle with a trace of its own, by one worker.
    init(_ bundle: FixtureBundle, _ arguments: String...) throws {
        let directory = TemporaryDirectory()
        let path = try bundle.make(in: directory)
        let file = directory.file("trace")
        result = try Runner.run(["-v", "--jobs", "1", path] + arguments, environment: ["FIXTURE_TRACE": file])
        let text = try? String(contentsOfFile: file, encoding: .utf8)
        trace = text.map(Subprocess.Result.lines(of:)) ?? []
    }
}
