// SPDX-License-Identifier: MIT

/// The reports of one call of `swift test`, besides those that the user asks for.
struct CallReports: Equatable, Sendable {
    /// Where SwiftPM wants Swift Testing's event stream.
    var events: ReportTarget?
    /// The schema of that stream.
    var format = EventFormat(isSwiftTests: true)
    /// Where SwiftPM wants the XML report.
    var xml: ReportTarget?
    /// Where the events go of which the reports of the whole `swift test` are made.
    var session: ReportTarget?
}
