// SPDX-License-Identifier: MIT

import RunnerModel
/// The receivers of a run's events, in order: the tally, which the others read, the record, further keepers, and the reports.
public final class EventFanout: EventHandler {
    /// The counts.
    public let tally: Tally
    /// The writer of the record, if there is one.
    public private(set) var recordWriter: RecordWriter?
    /// Those who keep anything else.
    private let others: [(Event, UInt64) -> Void]
    /// The reports.
    public private(set) var reports: ReportSet

    /// Brings them together; the reports have begun.
    public init(
        _ tally: Tally, _ recordWriter: RecordWriter?, _ reports: ReportSet, others: [(Event, UInt64) -> Void] = []
    ) {
        (self.tally, self.recordWriter, self.others, self.reports) = (tally, recordWriter, others, reports)
    }

    /// Takes the next event.
    public func handle(_ event: Event, at instant: UInt64) {
        tally.handle(event, at: instant)
        recordWriter?.handle(event, at: instant)
        for other in others { other(event, instant) }
        reports.handle(event, at: instant)
    }
}
