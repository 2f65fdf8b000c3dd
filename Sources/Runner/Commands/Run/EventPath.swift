// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import WorkerShims

/// The stages through which each event of a run passes, in the order of the lines of `take` and `report`.
struct EventPath {
    /// Judges results by rules, attempts and repetitions.
    let loop: RunLoop
    /// Looks for sources that are newer than the bundles.
    let survey: SourceSurvey?
    /// The guests of the run that receive events.
    let listeners: [(Event) -> Void]
    /// The tally, which the others read, then the record, the guests that remember, and every report.
    let fanout: EventFanout

    /// Takes an event of a trial, whose processes a writer may note.
    func take(_ event: Event, notedBy writer: JournalWriter?) {
        writer?.handle(event)
        if let event = loop.take(event) { report(event) }
    }

    /// Takes an event that is reported.
    func report(_ event: Event) {
        // Not sooner: it would take a processor from the first test.
        if case .waiting = event { survey?.look() }
        for listener in listeners { listener(event) }
        fanout.handle(event, at: worker_now())
    }
}
