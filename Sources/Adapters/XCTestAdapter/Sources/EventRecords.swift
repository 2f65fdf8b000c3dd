// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The records that Swift Testing writes to its event stream for events.
///
/// The functions that make them are internal to Swift Testing; it exports a configuration that writes to a file, here one in memory.
final class EventRecords: @unchecked Sendable {
    /// The most records of a process: each takes a tenth of a millisecond, and of many issues few are shown.
    private static let limit = 10_000
    /// The one of this process; nil if there can be none.
    private static let shared = EventRecords()

    /// Guards what follows.
    private let lock = NSLock()
    /// The file.
    private let descriptor: Int32
    /// Up to where the file was read.
    private var end: off_t = 0
    /// The number of records so far.
    private var count = 0
    /// Writes an event to the file.
    private let write: @Sendable (borrowing Event, borrowing Event.Context) -> Void

    /// Opens the file.
    private init?() {
        descriptor = adapter_memory_file()
        guard descriptor >= 0 else { return nil }
        guard let configuration = Self.configuration(writingTo: descriptor) else {
            close(descriptor)
            return nil
        }
        write = configuration.eventHandler
    }

    /// A configuration that writes the event stream to a file; nil if there can be none.
    private static func configuration(writingTo descriptor: Int32) -> Configuration? {
        var arguments = __CommandLineArguments_v0()
        arguments.verbosity = Int.min
        arguments.eventStreamOutputPath = "/proc/self/fd/\(descriptor)"
        // Version 0 has all members, later ones have some only if a variable is set.
        #if CANCELLATION
        let isExperimental = getenv("SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED") != nil
        arguments.eventStreamSchemaVersion = isExperimental ? "6.3" : "0"
        #else
        arguments.eventStreamVersion = 0
        #endif
        return try? configurationForEntryPoint(from: arguments)
    }

    /// The record of a run's start, which names the library's version; nil if there is none.
    ///
    /// It comes from a run without any test, which threads of Swift's make: so in a process that is not forked from any more.
    static func ofRunStart() async -> String? {
        let descriptor = adapter_memory_file()
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let configuration = configuration(writingTo: descriptor) else { return nil }
        await Testing.Runner(plan: .init(steps: []), configuration: configuration).run()
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let length = pread(descriptor, &bytes, bytes.count, 0)
        guard length > 0 else { return nil }
        let lines = String(decoding: bytes[..<length], as: UTF8.self).split(separator: "\n")
        return lines.first { $0.contains("\"runStarted\"") }.map(String.init)
    }

    /// Opens the file if records are wanted: before the first look at the descriptors that tests leave open.
    static func prepare(for host: UnsafePointer<testkit_host>?) {
        if host?.pointee.report_issue_record != nil { _ = shared }
    }

    /// The record of an event, as a line of JSON; nil if no reader wants it, or there is none.
    static func record(
        _ event: borrowing Event, _ context: borrowing Event.Context, for activity: Activity
    ) -> String? {
        if activity.host.pointee.report_issue_record == nil { return nil }
        return shared?.record(event, context)
    }

    /// Writes an event and reads what was written.
    private func record(_ event: borrowing Event, _ context: borrowing Event.Context) -> String? {
        lock.lock()
        defer { lock.unlock() }
        count += 1
        guard count <= Self.limit else { return nil }
        write(event, context)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > end else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size - end))
        let length = pread(descriptor, &bytes, bytes.count, end)
        end = status.st_size
        // The writer goes on at its place, so the file has a hole where it was read.
        ftruncate(descriptor, 0)
        guard length > 0 else { return nil }
        // Bytes that a child wrote, forked in between, are a hole as well.
        let text = bytes[..<length].drop { $0 == 0 }
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
