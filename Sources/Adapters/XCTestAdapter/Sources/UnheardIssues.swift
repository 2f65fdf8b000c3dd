// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The issues that Swift Testing finds while no test of it runs, of work that a test has left: it passes them to one handler of a process.
///
/// From Swift 6.3 on.
enum UnheardIssues {
    /// Takes an event: its format's version, the text, its length, and nothing.
    private typealias Handler =
        @convention(c) (UnsafePointer<CChar>, UnsafeRawPointer, Int, UnsafeRawPointer?) -> Void
    /// The host to report them to, which lives until the process ends; TestKit, which connects later, hears of those of its cases.
    nonisolated(unsafe) static var host: UnsafePointer<testkit_host>?

    /// Has the process's handler be this one, once: before Swift Testing meets the first such issue, since it looks for a handler only then.
    static let isInstalled: Bool = {
        guard let library = dlopen("lib_TestingInterop.so", RTLD_NOLOAD | RTLD_LAZY),
            let address = dlsym(library, "_swift_testing_installFallbackEventHandler")
        else { return false }
        let install = unsafeBitCast(address, to: (@convention(c) (Handler) -> Bool).self)
        return install { _, bytes, count, _ in
            guard let host = UnheardIssues.host, host.pointee.give_event?(host, bytes, UInt64(count)) != 1
            else { return }
            UnheardIssues.report(Data(bytes: bytes, count: count), to: WorkOrigin.ofCaller(host))
        }
    }()

    /// Reports an event, in Swift Testing's JSON, if it is an issue.
    private static func report(_ event: Data, to number: UInt64) {
        guard let host, let record = try? JSONSerialization.jsonObject(with: event) as? [String: Any],
            let payload = record["payload"] as? [String: Any], let issue = payload["issue"] as? [String: Any],
            issue["isKnown"] as? Bool != true
        else { return }
        let texts = (payload["messages"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        let place = issue["sourceLocation"] as? [String: Any]
        Activity(host: host, number: number).report(
            issue["severity"] as? String == "warning" ? TESTKIT_ISSUE_WARNING : TESTKIT_ISSUE_ASSERTION,
            texts.first ?? "an issue was recorded", details: texts.dropFirst().joined(separator: "\n"),
            file: (place?["filePath"] ?? place?["_filePath"]) as? String, line: place?["line"] as? Int ?? 0,
            isTesting: true)
    }
}
