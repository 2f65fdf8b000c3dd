// SPDX-License-Identifier: MIT

/// The reports of one call of `swift test`, besides those that the user asks for.
public struct CallReports: Equatable, Sendable {
    /// Where SwiftPM wants Swift Testing's event stream.
    public var events: ReportTarget?
    /// The schema of that stream.
    public var format = EventFormat(isSwiftTests: true)
    /// Where SwiftPM wants the XML report.
    public var xml: ReportTarget?
    /// Where the events go of which the reports of the whole `swift test` are made.
    public var session: ReportTarget?

    /// Reports with these targets; nil for each that is not written.
    public init(
        events: ReportTarget? = nil, format: EventFormat = EventFormat(isSwiftTests: true), xml: ReportTarget? = nil,
        session: ReportTarget? = nil
    ) {
        (self.events, self.format, self.xml, self.session) = (events, format, xml, session)
    }
}
