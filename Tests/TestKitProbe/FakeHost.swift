// SPDX-License-Identifier: MIT

import BundleABI
import TestKit

/// A host that writes down what a bundle tells it.
final class FakeHost: Sendable {
    /// The received calls, in order.
    private let log = Mutex<[String]>([])
    /// The lines that `record_location` brought.
    private let locations = Mutex<[String]>([])
    /// The struct that the bundle gets, with this object's reference behind it; never freed.
    nonisolated(unsafe) let address: UnsafeMutablePointer<testkit_host>

    /// A host of this ABI.
    init() {
        let offset = MemoryLayout<testkit_host>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: offset + 8, alignment: 8)
        address = memory.initializeMemory(as: testkit_host.self, to: testkit_host())
        (memory + offset).storeBytes(of: Unmanaged.passRetained(self).toOpaque(), as: UnsafeMutableRawPointer.self)
        address.pointee.magic = TESTKIT_MAGIC
        address.pointee.struct_size = UInt32(offset)
        address.pointee.abi_major = 1
        fillFunctions()
    }

    /// The received calls, in order, without the locations.
    var events: [String] { log.withLock { $0 } }
    /// The locations, as "activity: line".
    var knownLocations: [String] { locations.withLock { $0 } }

    /// Writes an event down; suite code uses it to show its own place among them.
    func note(_ event: String) {
        log.withLock { $0.append(event) }
    }

    /// Writes an issue down: activity, kind, message, line, whether last known, comment.
    private func note(_ issue: testkit_issue, of activity: UInt64) {
        let kinds = ["assertion", "error", "warning"]
        let message = issue.message.map { String(cString: $0) } ?? "(null)"
        let isKnown = issue.flags & TESTKIT_ISSUE_KNOWN.rawValue != 0
        var event = "\(activity): \(kinds[Int(issue.kind)])\(isKnown ? " known" : "") \(message)"
        if let call = issue.call { event += ": " + String(cString: call) }
        if issue.flags & TESTKIT_ISSUE_LAST_KNOWN_LOCATION.rawValue != 0 { event += " [last known \(issue.line)]" }
        if let comment = issue.comment { event += " (\(String(cString: comment)))" }
        if let details = issue.details { event += "\n" + String(cString: details) }
        note(event)
    }

    /// The object behind a struct.
    private static func from(_ host: UnsafePointer<testkit_host>?) -> FakeHost {
        guard let host else { fatalError("a bundle called its host without a host") }
        let offset = MemoryLayout<testkit_host>.stride
        let reference = (UnsafeRawPointer(host) + offset).load(as: UnsafeMutableRawPointer.self)
        return Unmanaged<FakeHost>.fromOpaque(reference).takeUnretainedValue()
    }

    /// The names of testkit_phase, by number.
    private static let phases = [
        "none", "class set-up", "test set-up", "case set-up", "body", "case tear-down", "test tear-down",
        "class tear-down",
    ]

    /// Sets the struct's functions.
    private func fillFunctions() {
        address.pointee.report_issue = { host, activity, issue in
            if let issue { FakeHost.from(host).note(issue.pointee, of: activity) }
        }
        address.pointee.report_skip = { host, activity, reason, _, line in
            FakeHost.from(host).note("\(activity): skip \(reason.map { String(cString: $0) } ?? "(null)")")
        }
        address.pointee.log = { host, activity, text in
            FakeHost.from(host).note("\(activity): log \(text.map { String(cString: $0) } ?? "(null)")")
        }
        address.pointee.record_location = { host, activity, _, line in
            FakeHost.from(host).locations.withLock { $0.append("\(activity): \(line)") }
        }
        address.pointee.enter_phase = { FakeHost.from($0).note("phase \(FakeHost.phases[Int($2)])") }
        address.pointee.platform_support = { _, name in
            let name = name.map { String(cString: $0) } ?? ""
            if name.hasSuffix("_Here") { return TESTKIT_SUPPORTED.rawValue }
            return name.hasSuffix("_Elsewhere") ? TESTKIT_UNSUPPORTED.rawValue : TESTKIT_SUPPORT_BY_NAME.rawValue
        }
        address.pointee.get_extension = { _, _ in nil }
    }
}
