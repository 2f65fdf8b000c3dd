// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// A class's set-up or tear-down, or a case, that runs; what is reported of it goes to the host.
///
/// May be used on any thread, as the host's functions may.
final class Activity: @unchecked Sendable {
    /// The host, which lives until the process ends.
    let host: UnsafePointer<testkit_host>
    /// By which the host knows it.
    let number: UInt64
    /// Guards what follows.
    private let lock = NSLock()
    /// The number of issues that fail the activity.
    private var failureCount = 0
    /// Whether it is skipped.
    private var isSkipped = false
    /// The records of Swift Testing for the suites around the activity that do not run either.
    private var suiteRecords: [String] = []

    /// An activity that the host has begun.
    init(host: UnsafePointer<testkit_host>, number: UInt64) {
        self.host = host
        self.number = number
    }

    /// The status with which the activity has ended.
    var status: UInt32 {
        lock.withLock {
            if failureCount > 0 { return TESTKIT_FAILED.rawValue }
            return isSkipped ? TESTKIT_SKIPPED.rawValue : TESTKIT_PASSED.rawValue
        }
    }

    /// The remark on an issue that the other framework would drop.
    private static let remark =
        "Assertions of XCTest and of Swift Testing do not count in each other's tests, unless "
        + "SWIFT_TESTING_XCTEST_INTEROP_MODE is complete."

    /// Reports that something went wrong, as Swift Testing has found, or else XCTest, if one of them has.
    func report(
        _ kind: testkit_issue_kind, isKnown: Bool = false, _ message: String, details: String? = nil,
        comment: String? = nil, file: String? = nil, line: Int = 0, isLastKnown: Bool = false, record: String? = nil,
        isTesting: Bool? = nil
    ) {
        if let isTesting, WorkOrigin.isForeign(number, isTesting: isTesting) {
            let more = details.map { $0.isEmpty ? "" : $0 + "\n" } ?? ""
            return report(
                TESTKIT_ISSUE_WARNING, message, details: more + Self.remark, comment: comment, file: file, line: line)
        }
        if kind != TESTKIT_ISSUE_WARNING { lock.withLock { failureCount += 1 } }
        withOptionalCString(file) { file in
            withOptionalCString(details) { details in
                withOptionalCString(comment) { comment in
                    message.withoutNUL.withCString { message in
                        var issue = testkit_issue()
                        issue.struct_size = UInt32(MemoryLayout<testkit_issue>.size)
                        issue.kind = kind.rawValue
                        issue.flags = isKnown ? TESTKIT_ISSUE_KNOWN.rawValue : 0
                        if isLastKnown, file != nil { issue.flags |= TESTKIT_ISSUE_LAST_KNOWN_LOCATION.rawValue }
                        issue.line = UInt32(clamping: line)
                        (issue.file, issue.message, issue.details, issue.comment) = (file, message, details, comment)
                        if let record, let report = host.pointee.report_issue_record {
                            report(host, number, &issue, record)
                        } else {
                            host.pointee.report_issue(host, number, &issue)
                        }
                    }
                }
            }
        }
    }

    /// Notes what Swift Testing writes of a suite around it that does not run: the skip of the case itself follows.
    func note(suiteRecord: String) { lock.withLock { suiteRecords.append(suiteRecord) } }

    /// Reports why it is skipped.
    func skip(_ reason: String?, file: String? = nil, line: Int = 0, record own: String? = nil) {
        let suites = lock.withLock {
            isSkipped = true
            return suiteRecords
        }
        let record = own.map { (suites + [$0]).joined(separator: "\n") }
        withOptionalCString(reason) { reason in
            withOptionalCString(file) { file in
                let line = UInt32(clamping: line)
                if let record, let report = host.pointee.report_skip_record {
                    report(host, number, reason, file, line, record)
                } else {
                    host.pointee.report_skip(host, number, reason, file, line)
                }
            }
        }
    }

    /// Adds a remark.
    func log(_ text: String) { host.pointee.log(host, number, text.withoutNUL) }

    /// Keeps a copy of a file with its result.
    func attach(_ name: String, path: String) {
        _ = host.pointee.attach_file?(host, number, name, path)
    }

    /// Remembers which part of a class's life runs.
    func enter(_ phase: testkit_phase) { host.pointee.enter_phase(host, number, phase.rawValue) }

    /// Passes a text to C, or null.
    private func withOptionalCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let text else { return body(nil) }
        return text.withoutNUL.withCString { body($0) }
    }
}

extension String {
    /// The text as C can have it: for C, U+0000 ends it.
    var withoutNUL: String {
        // The C library looks: a loop would not be optimised here.
        var text = self
        let hasNone = text.withUTF8 { bytes in
            bytes.baseAddress.map { memchr($0, 0, bytes.count) == nil } ?? true
        }
        return hasNone ? self : split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\u{FFFD}")
    }
}
