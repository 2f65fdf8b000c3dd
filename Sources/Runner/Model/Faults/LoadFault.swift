// SPDX-License-Identifier: MIT

import RunnerSupport

/// The reason why a bundle gives no tests: one named result, while all other bundles run.
public struct LoadFault: Error, Equatable {
    /// At which step it came up.
    ///
    /// The number crosses the shared table.
    public enum Kind: UInt32, Sendable {
        /// The system's loader refused it.
        case notLoadable = 1
        /// Its header is not one that this host reads.
        case abiMismatch = 2
        /// Its entry or its registration did not do what the ABI asks.
        case registration = 3
        /// Its descriptors make no sense.
        case malformed = 4
        /// It ended the process that loaded it.
        case died = 5
        /// It took longer than the limit.
        case hung = 6
        /// The file itself is no library that could be loaded; found before loading.
        case badFile = 7
        /// The file at its path is no longer the one that was found.
        case replaced = 8
        /// Opened again, it no longer registers what was listed.
        case changed = 9
    }

    /// At which step it came up.
    public let kind: Kind
    /// The expectation and the actual value, in a line.
    public let reason: String
    /// The output of the bundle before it died, if any.
    public var output: String?

    /// Takes a fault whose words another process has made; `init(_:)` makes one here.
    public init(received kind: Kind, _ reason: String, output: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.output = output
    }

    /// Returns the fault with the worker's last report: the cause of the crash, the output and the stack.
    public func explained(by report: CrashReport, _ stacks: [CallStack]) -> LoadFault {
        let lines = [report.output, report.backtrace(stacks, ofAllThreads: kind == .hung)].compactMap(\.self)
        // All lines of it are in the output.
        let why = report.reason(stacks)?.split(separator: "\n").first
        let cause = kind == .died ? why.map { ": \($0)" } : nil
        return LoadFault(
            received: kind, reason + (cause ?? ""), output: lines.isEmpty ? nil : lines.joined(separator: "\n"))
    }
}
