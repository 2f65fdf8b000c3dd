// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The failures that are shown in full at the end of the run (`--failure-output final`, `both`).
struct KeptFailures {
    /// Whether any are kept.
    private let isWanted: Bool
    /// Their text.
    private let spool = Spool()
    /// Its parts.
    private var parts: [Spool.Extent] = []

    /// Keeps failures if they are to be shown at the end.
    init(_ choice: FailureOutput) { isWanted = choice == .final || choice == .both }

    /// Keeps the lines about a failure.
    mutating func add(_ lines: [String]) {
        if isWanted { parts.append(spool.append(Array((lines.joined(separator: "\n") + "\n").utf8))) }
    }

    /// Writes all of them, with a line before them that sets them off.
    func write(to output: inout TextOutput) {
        if parts.isEmpty { return }
        output.line("failures in full:")
        output.line()
        for part in parts { spool.write(part, to: &output) }
    }
}
