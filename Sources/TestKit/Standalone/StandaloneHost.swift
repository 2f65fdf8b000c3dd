// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The host of classes that run without the runner: it keeps what they report for the tests that show it.
enum StandaloneHost {
    /// The findings of the activities that run.
    private static let findings = Mutex<[UInt64: [StandaloneFinding]]>([:])

    /// The connection to it.
    static let connection: HostConnection = {
        let host = UnsafeMutablePointer<testkit_host>.allocate(capacity: 1)
        var table = testkit_host()
        table.magic = TESTKIT_MAGIC
        table.struct_size = UInt32(MemoryLayout<testkit_host>.size)
        table.abi_major = UInt16(TESTKIT_ABI_MAJOR)
        table.report_issue = { _, activity, issue in
            if let issue { add(finding(issue.pointee), to: activity) }
        }
        table.report_skip = { _, activity, reason, file, line in
            let reason = reason.map { String(cString: $0) } ?? ""
            add(finding(.skip, reason, file, line), to: activity)
        }
        table.log = { _, _, text in if let text { print(String(cString: text)) } }
        table.record_location = { _, _, _, _ in }
        table.enter_phase = { _, _, _ in }
        table.platform_support = { _, name in name.map { support(String(cString: $0)).rawValue } ?? 0 }
        table.attach_data = { _, activity, name, bytes, size in
            attach(UnsafeRawBufferPointer(start: bytes, count: Int(size)), name, activity)
        }
        table.attach_file = { _, activity, name, path in
            guard let file = fopen(path, "r") else { return 0 }
            defer { fclose(file) }
            var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
            while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
            return bytes.withUnsafeBytes { attach($0, name, activity) }
        }
        table.get_extension = { _, _ in nil }
        host.initialize(to: table)
        return HostConnection(host: host)
    }()

    /// Takes the findings of an activity.
    static func take(of activity: UInt64) -> [StandaloneFinding] {
        findings.withLock { $0.removeValue(forKey: activity) ?? [] }
    }

    /// Takes the findings of all activities, and of none.
    static func takeAll() -> [StandaloneFinding] {
        findings.withLock { all in
            defer { all = [:] }
            return all.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }

    /// Keeps a finding, which a class shows at its end if no case does.
    private static func add(_ finding: StandaloneFinding, to activity: UInt64) {
        _ = failsAtEnd
        findings.withLock { $0[activity, default: []].append(finding) }
    }

    /// Has the process fail at its end for failures that no class has shown, as of an assertion in a test of XCTest.
    private static let failsAtEnd: Void = {
        atexit {
            let lost = takeAll().filter { $0.kind == .failure }
            if lost.isEmpty { return }
            for found in lost { show("\(found.file):\(found.line): failed outside of TestKit's cases: \(found.text)") }
            show("TestKit: this process fails; only the runner shows that in the tests (docs/SwiftTest.md)")
            // What else is to be done at the end is done, with this status.
            exit(EXIT_FAILURE)
        }
    }()

    /// Writes a line.
    private static func show(_ line: String) { _ = (line + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) } }

    /// Keeps an attachment.
    private static func attach(
        _ bytes: UnsafeRawBufferPointer, _ name: UnsafePointer<CChar>?, _ activity: UInt64
    ) -> Int32 {
        var found = finding(.attachment, name.map { String(cString: $0) } ?? "attachment", nil, 0)
        found.bytes = Array(bytes)
        add(found, to: activity)
        return 1
    }

    /// A finding of a kind, and its place.
    private static func finding(
        _ kind: StandaloneFinding.Kind, _ text: String, _ file: UnsafePointer<CChar>?, _ line: UInt32
    ) -> StandaloneFinding {
        StandaloneFinding(
            kind: kind, text: text, file: file.map { String(cString: $0) } ?? "", line: max(1, Int(line)))
    }

    /// The finding of an issue: the call, operands and the comment are parts of its text.
    private static func finding(_ issue: testkit_issue) -> StandaloneFinding {
        let isKnown = issue.flags & TESTKIT_ISSUE_KNOWN.rawValue != 0
        let isWarning = issue.kind == TESTKIT_ISSUE_WARNING.rawValue
        let comment = issue.comment.map { String(cString: $0) }
        var text = issue.message.map { String(cString: $0) } ?? ""
        if let call = issue.call { text += ": " + String(cString: call) }
        if let details = issue.details { text += "\n" + String(cString: details) }
        if let comment, !isKnown { text += "\n" + comment }
        var found = finding(isKnown ? .known : isWarning ? .warning : .failure, text, issue.file, issue.line)
        if isKnown { found.comment = comment ?? "" }
        return found
    }

    /// Whether a name's platform suffix is that of this machine.
    private static func support(_ name: String) -> testkit_support {
        #if arch(x86_64)
        let current = ["_Linux", "_x86_64"]
        #else
        let current = ["_Linux", "_arm64"]
        #endif
        if current.contains(where: name.hasSuffix) { return TESTKIT_SUPPORTED }
        let others = ["_iPhone", "_iPad", "_macOS", "_x86_64", "_arm64"]
        return others.contains(where: name.hasSuffix) ? TESTKIT_UNSUPPORTED : TESTKIT_SUPPORT_BY_NAME
    }
}
