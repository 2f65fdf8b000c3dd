// SPDX-License-Identifier: MIT

import RunnerModel

/// The receivers of a run's events, in order: the tally, which the others read, the record, the observers of guests, and the reports.
public final class EventFanout: EventHandler {
    /// The counts.
    public let tally: Tally
    /// The writer of the record, if there is one.
    public private(set) var recordWriter: RecordWriter?
    /// The observers of guests.
    private let observers: [(Event, UInt64) -> Void]
    /// The reports.
    public private(set) var reports: ReportSet

    /// Brings them together; the reports have begun.
    public init(
        _ tally: Tally, _ recordWriter: RecordWriter?, _ reports: ReportSet, observers: [(Event, UInt64) -> Void] = []
    ) {
        (self.tally, self.recordWriter, self.observers, self.reports) = (tally, recordWriter, observers, reports)
    }

    /// Takes the next event.
    public func handle(_ event: Event, at instant: UInt64) {
        tally.handle(event, at: instant)
        recordWriter?.handle(event, at: instant)
        for observer in observers { observer(event, instant) }
        reports.handle(event, at: instant)
    }
}
