// SPDX-License-Identifier: MIT

import BundleABI

/// The host's functions, in Swift types.
///
/// All of them may be called on any thread, but for `enter`.
///
/// Unchecked: the host's struct is immutable and lives until the process ends.
struct HostConnection: @unchecked Sendable {
    /// The host that this bundle is connected to.
    ///
    /// Written once, at connect.
    private static let connected = Mutex<HostConnection?>(nil)

    /// The host that this bundle is connected to, or nil before that.
    static var current: HostConnection? {
        get { connected.withLock { $0 } }
        set { connected.withLock { $0 = newValue } }
    }

    /// The host.
    let host: UnsafePointer<testkit_host>

    /// Records an issue of an activity.
    func report(_ issue: Issue, of activity: UInt64) {
        withOptionalCString(issue.details) { details in
            withOptionalCString(issue.comment) { comment in
                withOptionalCString(issue.origin?.file) { file in
                    withOptionalCString(issue.assertion) { call in
                        issue.message.withCString { message in
                            var record = testkit_issue()
                            record.struct_size = UInt32(MemoryLayout<testkit_issue>.size)
                            record.kind = issue.kind.abiValue
                            record.flags = issue.isLastKnownLocation ? TESTKIT_ISSUE_LAST_KNOWN_LOCATION.rawValue : 0
                            if issue.kind == .known { record.flags |= TESTKIT_ISSUE_KNOWN.rawValue }
                            record.line = issue.origin?.line ?? issue.location?.line ?? 0
                            record.file = file ?? issue.location?.file.cString
                            (record.message, record.call) = (message, call)
                            (record.details, record.comment) = (details, comment)
                            host.pointee.report_issue(host, activity, &record)
                        }
                    }
                }
            }
        }
    }

    /// Says why an activity is skipped.
    ///
    /// An empty reason is none.
    func reportSkip(_ reason: String, at location: SourceLocation, of activity: UInt64) {
        withOptionalCString(reason.isEmpty ? nil : reason) { reason in
            host.pointee.report_skip(host, activity, reason, location.file.cString, location.line)
        }
    }

    /// Adds a remark to an activity's result.
    func log(_ text: String, of activity: UInt64) { host.pointee.log(host, activity, text) }

    /// Remembers where an activity is.
    func recordLocation(_ location: SourceLocation, of activity: UInt64) {
        host.pointee.record_location(host, activity, location.file.cString, location.line)
    }

    /// Remembers which part of the class's life is running.
    ///
    /// On the main thread only.
    func enter(_ phase: testkit_phase, of activity: UInt64) {
        host.pointee.enter_phase(host, activity, phase.rawValue)
    }

    /// Reads a name's platform suffix: nil without one, else whether that platform is current.
    func isPlatformCurrent(ofName name: String) -> Bool? {
        switch host.pointee.platform_support(host, name) {
        case TESTKIT_SUPPORTED.rawValue: true
        case TESTKIT_UNSUPPORTED.rawValue: false
        default: nil
        }
    }

    /// Calls `body` with a C string that is valid for the call, or with nil.
    private func withOptionalCString(_ string: String?, _ body: (UnsafePointer<CChar>?) -> Void) {
        if let string { string.withCString(body) } else { body(nil) }
    }
}

extension Issue.Kind {
    /// The contract's number for the kind.
    fileprivate var abiValue: UInt32 {
        switch self {
        case .assertion: TESTKIT_ISSUE_ASSERTION.rawValue
        case .error: TESTKIT_ISSUE_ERROR.rawValue
        case .warning, .known: TESTKIT_ISSUE_WARNING.rawValue
        }
    }
}
