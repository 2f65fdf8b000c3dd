// SPDX-License-Identifier: MIT

/// A kind of report that goes to a file or a descriptor.
///
/// The raw value is the name of its option.
public enum ReportKind: String, CaseIterable, Sendable {
    /// The event stream.
    case events
    /// The Test Anything Protocol.
    case tap
    /// JUnit's XML.
    case junit
    /// The page for a browser.
    case html
    /// The trace for Perfetto.
    case trace
    /// GitLab's Code Quality.
    case codeQuality = "code-quality"
}

/// The reports that a run writes, and where they go.
public struct ReportChoice: Sendable {
    /// The targets.
    private var targets: [ReportKind: ReportTarget] = [:]
    /// The commands that read the event stream.
    public var commands: [String] = []
    /// The reports of a call of `swift test`, if this is one.
    public var ofCall: CallReports?
    /// The version of the TAP stream.
    public var tapVersion = TAPVersion.thirteen
    /// The version of the event stream's schema.
    public var eventVersion = EventFormat.Version.sixThree

    /// No reports.
    public init() {}

    /// The target of a report; nil if it is not written.
    public subscript(_ kind: ReportKind) -> ReportTarget? {
        get { targets[kind] }
        set { targets[kind] = newValue }
    }

    /// The reports with their targets, in the order of `ReportKind`.
    public var all: [(kind: ReportKind, target: ReportTarget)] {
        ReportKind.allCases.compactMap { kind in targets[kind].map { (kind, $0) } }
    }

    /// Whether some report is an event stream.
    public var hasEvents: Bool { targets[.events] != nil || !commands.isEmpty || ofCall?.events != nil }

    /// Whether a report has standard output for itself.
    public var takesStandardOutput: Bool { !commands.isEmpty || targets.values.contains(.descriptor(1)) }
}
