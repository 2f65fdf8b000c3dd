// SPDX-License-Identifier: MIT

/// The receivers of a run's events, in order: the tally, which the others read, the record, and the reports.
final class Audience: EventTaker {
    /// The counts.
    let tally: Tally
    /// The keeper of the record, if there is one.
    private(set) var keeper: RecordKeeper?
    /// The reports.
    private(set) var reports: ReportSet

    /// Brings them together; the reports have begun.
    init(_ tally: Tally, _ keeper: RecordKeeper?, _ reports: ReportSet) {
        (self.tally, self.keeper, self.reports) = (tally, keeper, reports)
    }

    /// Takes the next event.
    func handle(_ event: Event, at instant: UInt64) {
        tally.handle(event, at: instant)
        keeper?.handle(event, at: instant)
        reports.handle(event, at: instant)
    }
}
