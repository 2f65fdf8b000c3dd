// SPDX-License-Identifier: MIT

import RunnerSupport

/// Findings, and the runs that they name, in words.
public struct HistoryWords: Sendable {
    /// The runs, the oldest first.
    public let runs: [HistoryRun]

    /// Makes one from its parts.
    public init(runs: [HistoryRun]) { self.runs = runs }
    /// The most seeds in a line.
    private static let seedLimit = 5

    /// A finding in words.
    public func text(_ kind: HistoryFinding.Kind) -> String {
        switch kind {
        case .flaky(let rate, let seeds, let last):
            let failed = "failed in \(rate.count) of \(Count.text(rate.total, "run"))"
            return "\(failed): \(rate.words), last \(place(of: last)); \(Self.words(seeds: seeds))"
        case .newlyFailing(let since, let times, let passed):
            let before = passed > 0 ? "passed in \(passed) before" : "has never passed"
            return "fails since \(place(of: since)) (\(Count.text(times, "run"))), \(before)"
        case .failingForLong(let since, let times, let hasPassed):
            let before = hasPassed ? "" : ", has never passed"
            return "fails since \(place(of: since)) (\(times) runs)\(before)"
        case .slower(let before, let after, let since):
            let tenths = Int((Double(after) / Double(max(1, before)) * 10).rounded())
            let times = "\(tenths / 10).\(tenths % 10) times"
            let earlier = since > 0 ? commit(of: since - 1) : nil
            let turn = earlier.map { $0 == commit(of: since) ? "" : ", before it \($0)" } ?? ""
            let durations = "\(DurationText.text(before)), now \(DurationText.text(after)) (\(times))"
            return "took \(durations), since \(place(of: since))\(turn)"
        case .idle(let count): return "none of the last \(count) whole runs ran it"
        }
    }

    /// "seeds 17, 42, …".
    public static func words(seeds: [UInt64]) -> String {
        let some = seeds.prefix(seedLimit).map(String.init).joined(separator: ", ")
        return (seeds.count == 1 ? "seed " : "seeds ") + some + (seeds.count > seedLimit ? ", …" : "")
    }

    /// "2026-11-21 08:00 at 1a2b3c4d5e".
    public func place(of run: Int) -> String {
        guard runs.indices.contains(run) else { return "an unknown run" }
        return Self.time(runs[run]) + (commit(of: run).map { " at \($0)" } ?? "")
    }

    /// The commit of a run, as short as git shows it; nil if it is unknown.
    public func commit(of run: Int) -> String? {
        guard runs.indices.contains(run), !runs[run].commit.isEmpty else { return nil }
        return TerminalText.line(String(runs[run].commit.prefix(10)))
    }

    /// "2026-11-21 08:00", in UTC.
    public static func time(_ run: HistoryRun) -> String {
        UTCTime.text(run.started).prefix(16).split(separator: "T").joined(separator: " ")
    }
}
