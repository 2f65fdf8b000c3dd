// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The progress line of a terminal report: when it is drawn, what is in it, how it is taken away.
struct ProgressDisplay {
    /// The time for which a line stays before it is drawn again, in nanoseconds.
    private static let interval: UInt64 = 40_000_000
    /// The sequence that erases the line.
    ///
    /// The cursor is at its beginning, so that the line goes whole even when a narrower terminal has broken it in
    /// two.
    private static let erasing = "\r\u{1B}[J"

    /// The run that the report is about.
    let context: ReportContext
    /// The beginning of all identities, which is left out.
    let common: CommonName
    /// The estimate of the run's time, if there is one.
    var estimate: TimeEstimate?
    /// The number of failures of repetitions that were reported.
    private var failedRepetitions = 0
    /// Whether a line is on the terminal.
    private(set) var isShown = false
    /// Before this instant it is not drawn again.
    private var nextDrawing: UInt64 = 0

    /// Starts with nothing on the terminal.
    init(context: ReportContext, common: CommonName, estimate: TimeEstimate?) {
        (self.context, self.common, self.estimate) = (context, common, estimate)
    }

    /// Takes the next event.
    mutating func take(_ event: Event) {
        switch event {
        case .caseEnded(let result): estimate?.take(result)
        case .attemptFailed(let result): failedRepetitions += result.repetition == nil ? 0 : 1
        default: break
        }
    }

    /// Returns the text that draws the line, if it is time to.
    ///
    /// The width is read each time, since a terminal may be resized.
    mutating func drawing(
        _ progress: Progress, _ counts: Tally.Counts, at instant: UInt64, style: Style, width: () -> Int?
    ) -> String? {
        guard instant >= nextDrawing, let width = width() else { return nil }
        nextDrawing = instant + Self.interval
        isShown = true
        return Self.erasing + line(progress, counts, at: instant).text(width: width, style: style) + "\r"
    }

    /// Returns the text that draws a line of other words.
    mutating func drawing(_ words: String) -> String {
        isShown = true
        return Self.erasing + words + "\r"
    }

    /// Returns the text that erases the line; nil if there is none.
    mutating func clearing() -> String? {
        guard isShown else { return nil }
        isShown = false
        return Self.erasing
    }

    /// Returns the content of the line.
    private func line(_ progress: Progress, _ counts: Tally.Counts, at instant: UInt64) -> ProgressLine {
        var line = ProgressLine()
        line.count = context.plan.slots.count
        line.done = progress.repetition?.ended ?? counts.executed + counts.notRun
        line.failed = counts.failed + failedRepetitions
        line.running = progress.cases.map { entry in
            let name = common.removed(from: context.identity(of: entry.slot))
            return (name, instant - min(instant, entry.started))
        }
        if let repetition = progress.repetition {
            line.repetition = "\(repetition.number)" + (repetition.limit.map { "/\($0)" } ?? "")
            line.left = repetition.limit.flatMap { left(of: repetition, limit: $0) }
        } else {
            line.left = estimate?.left(progress.cases, at: instant)
        }
        return line
    }

    /// The time that this and all further repetitions take.
    private func left(of repetition: Progress.Repetition, limit: Int) -> UInt64? {
        guard let estimate, !context.plan.slots.isEmpty else { return nil }
        let done = min(1, Double(repetition.ended) / Double(context.plan.slots.count))
        let times = Double(limit - repetition.number + 1) - done
        return UInt64(Double(estimate.whole) / Double(estimate.jobs) * times)
    }
}
