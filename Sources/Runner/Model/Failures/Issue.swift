// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport

/// Something that went wrong in a case or in a class's set-up or tear-down.
public struct Issue: Equatable, Sendable {
    /// The kind of an issue, which decides whether a failure is expected (rule 5), by the word that programs and tables of
    /// failures have for it.
    public enum Kind: String, Sendable {
        /// A failed assertion: an expected failure.
        case assertion
        /// An error that the test let out.
        case error
        /// A remark that fails nothing.
        case warning
        /// A failure that the suite expects, and that fails nothing.
        case known
        /// The worker died. Made by the host.
        case crash
        /// It took longer than its limit. Made by the host.
        case timeout
        /// A class left the process changed, and `--leaks fail` was given. Made by the host.
        case leak
        /// The bundle did something that the ABI does not allow. Made by the host.
        case bundleFault
    }

    /// The kind of issue.
    public var kind: Kind
    /// The finding, in a line, without the assertion's call.
    public internal(set) var finding: String
    /// The assertion's call as its source has it, if the finding does not have it.
    public internal(set) var call: String?
    /// Operands, a difference, a backtrace: more lines.
    public var details: String?
    /// The comment of the test's author.
    public var comment: String?
    /// The source file's path.
    public var file: String?
    /// From 1; 0 if unknown.
    public var line: UInt32 = 0
    /// From 1; 0 if unknown: only the place of a crash's frame has one.
    public var column: UInt32 = 0
    /// The record of the issue in its framework's event stream, as JSON.
    public var record: String?
    /// Whether file and line are the last known place of the case, not that of the failure.
    public var isLastKnownLocation = false
    /// The running part of the class's life: a `testkit_phase`.
    public var phase: UInt32 = TESTKIT_PHASE_NONE.rawValue

    /// The stacks of the process's threads at its crash or before it was asked to end, as far as known: the one that crashed
    /// first.
    ///
    /// Known to the host alone.
    public var stacks: [CallStack] = []

    /// Makes an issue of a finding.
    public init(kind: Kind, message: String, call: String? = nil) {
        (self.kind, finding, self.call) = (kind, message, call)
    }

    /// The message as reports have it that show no source: "expected true, got false: expectTrue(list.isEmpty)".
    public var message: String {
        get { call.map { "\(finding): \($0)" } ?? finding }
        set { (finding, call) = (newValue, nil) }
    }

    /// The problem in a line that needs no other: with the comment of the test's author, without which "Issue recorded" is no help.
    public var summary: String { message.withoutEmptyMessage + remark }

    /// The summary without the assertion's call.
    public var shortSummary: String { finding.withoutEmptyMessage + remark }

    /// The first line of the comment, in brackets; "" without one.
    private var remark: String {
        let line = comment?.split { $0 == "\n" || $0 == "\r\n" }.first ?? ""
        return line.isEmpty ? "" : " (\(line))"
    }

    /// Whether it makes a case fail.
    public var isFailure: Bool { kind != .warning && kind != .known }
    /// Whether it makes the failure an expected one.
    public var isExpected: Bool { kind == .assertion }

    /// This issue as one that fails nothing.
    public var asWarning: Issue {
        var copy = self
        if isFailure { copy.kind = .warning }
        return copy
    }
}

extension String {
    /// A text of XCTest's without the dash that it puts before a message, where there is none.
    public var withoutEmptyMessage: String { hasSuffix(" - ") ? String(dropLast(3)) : self }
}

extension Issue {
    /// Passes all that a worker says of it.
    public mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(kind: &kind)
        coder.pass(&line)
        coder.pass(&isLastKnownLocation)
        coder.pass(&phase)
        coder.pass(cut: &finding)
        coder.pass(cut: &call)
        coder.pass(cut: &details)
        coder.pass(cut: &comment)
        coder.pass(cut: &file)
        coder.pass(cut: &record)
    }

    /// Copies an issue that a bundle reports.
    ///
    /// An issue that breaks the ABI becomes a bundle fault.
    public init(copying issue: UnsafePointer<testkit_issue>, phase: UInt32) {
        // A field beyond its size is not there.
        let end = (MemoryLayout<testkit_issue>.offset(of: \.call) ?? 0) + MemoryLayout<UnsafePointer<CChar>>.size
        let call = issue.pointee.struct_size >= UInt32(end) ? issue.pointee.call : nil
        let issue = issue.pointee
        let text = issue.message.map { String(cString: $0) }
        self.init(kind: .bundleFault, message: text ?? "an issue without a message was reported")
        switch issue.kind {
        case _ where text == nil: break
        case TESTKIT_ISSUE_ASSERTION.rawValue: kind = .assertion
        case TESTKIT_ISSUE_ERROR.rawValue: kind = .error
        case TESTKIT_ISSUE_WARNING.rawValue:
            kind = issue.flags & TESTKIT_ISSUE_KNOWN.rawValue != 0 ? .known : .warning
        default: message = "an issue with the unknown kind \(issue.kind) was reported: \(message)"
        }
        self.call = call.map { String(cString: $0) }
        details = issue.details.map { String(cString: $0) }
        comment = issue.comment.map { String(cString: $0) }
        file = issue.file.map { String(cString: $0) }
        line = issue.line
        isLastKnownLocation = issue.flags & TESTKIT_ISSUE_LAST_KNOWN_LOCATION.rawValue != 0
        self.phase = phase
    }
}
