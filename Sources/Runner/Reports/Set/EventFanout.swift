// SPDX-License-Identifier: MIT

import RunnerModel
/// The receivers of a run's events, in order: the tally, which the others read, the record, the history, and the reports.
public final class EventFanout: EventHandler {
    /// The counts.
    public let tally: Tally
    /// The writer of the record, if there is one.
    public private(set) var recordWriter: RecordWriter?
    /// The collector of what the history keeps, if there is one.
    public private(set) var history: HistoryCollector?
    /// The reports.
    public private(set) var reports: ReportSet

    /// Brings them together; the reports have begun.
    public init(_ tally: Tally, _ recordWriter: RecordWriter?, _ history: HistoryCollector?, _ reports: ReportSet) {
        (self.tally, self.recordWriter, self.history, self.reports) = (tally, recordWriter, history, reports)
    }

    /// Takes the next event.
    public func handle(_ event: Event, at instant: UInt64) {
        tally.handle(event, at: instant)
        recordWriter?.handle(event, at: instant)
        history?.handle(event, at: instant)
        reports.handle(event, at: instant)
    }
}
