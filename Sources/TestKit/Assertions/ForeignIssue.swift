// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// A failure that another library's assertions found, such as Swift Testing's `#expect`.
///
/// Rule 50.
struct ForeignIssue {
    /// The issue.
    let issue: Issue

    /// Reads an event of Swift Testing's, in its JSON; nil if it is no issue.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let payload = JSONText(bytes)?["payload"], payload["kind"]?.string == "issueRecorded",
            let event = payload["issue"]
        else { return nil }
        let texts = payload["messages"]?.elements ?? []
        let head = texts.first?["text"]?.string ?? "an issue was recorded"
        let details = texts.dropFirst().compactMap { $0["text"]?.string }
        let isKnown = event["isKnown"]?.bool == true
        let isWarning = event["severity"]?.string == "warning"
        var issue = Issue(kind: isKnown ? .known : isWarning ? .warning : .assertion, message: head)
        issue.details = details.isEmpty ? nil : details.joined(separator: "\n")
        let place = event["sourceLocation"]
        if let file = place?["filePath"]?.string ?? place?["_filePath"]?.string {
            let line = place?["line"]?.number ?? 0
            issue.origin = ExampleOrigin(file: file, line: UInt32(exactly: line.rounded()) ?? 0)
        }
        self.issue = issue
    }

    /// Whether an error was thrown for a failure that has been reported: `#require` and `XCTUnwrap` throw such.
    static func isReported(_ error: any Error) -> Bool {
        let names = ["Testing.ExpectationFailedError", "XCTest.XCTestErrorWhileUnwrappingOptional"]
        return names.contains(_typeName(type(of: error), qualified: true))
    }

    /// The reason of an `XCTSkip`, which may be empty; nil for another error.
    static func skipReason(_ error: any Error) -> String? {
        guard _typeName(type(of: error), qualified: true) == "XCTest.XCTSkip" else { return nil }
        let message = Mirror(reflecting: error).children.first { $0.label == "message" }?.value
        return message as? String ?? ""
    }
}

extension ForeignIssue {
    /// Takes an event: its format's version, the text, its length, and nothing.
    private typealias Handler =
        @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer, Int, UnsafeRawPointer?) -> Void

    /// Has the failures of Swift Testing's assertions outside of its own tests reported.
    ///
    /// Where the bundle has not loaded Swift Testing, nothing is loaded. A process has one handler: that of the first TestKit.
    /// It passes events of other bundles' cases to them by way of the host.
    static func listen(to host: HostConnection) {
        host.takeEvents { context, bytes, count in
            guard let bytes else { return 0 }
            return ForeignIssue.take(UnsafeRawBufferPointer(start: bytes, count: Int(count))) ? 1 : 0
        }
        guard let library = dlopen("lib_TestingInterop.so", RTLD_NOLOAD | RTLD_LAZY),
            let address = dlsym(library, "_swift_testing_installFallbackEventHandler")
        else { return }
        let install = unsafeBitCast(address, to: (@convention(c) (Handler) -> Bool).self)
        _ = install { _, start, count, _ in
            let bytes = UnsafeRawBufferPointer(start: start, count: count)
            if ForeignIssue.take(bytes) { return }
            if HostConnection.current?.giveEvent(bytes) == true { return }
            guard let found = ForeignIssue(bytes) else { return }
            // Of a case that has ended, or of none.
            if let activity = Activity.current { return activity.record(found.issue) }
            HostConnection.current?.report(found.issue, of: TESTKIT_NO_ACTIVITY)
        }
    }

    /// Records an event of a case of this bundle; returns whether one is running, or was when the task began.
    private static func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let activity = Activity.own else { return false }
        if let found = ForeignIssue(bytes) {
            activity.record(found.issue)
        }
        return true
    }
}
