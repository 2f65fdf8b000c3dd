// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Remembers the failures that were shown in full, so that an equal one is shown briefly.
struct FailureFold {
    /// The number of different failures that are remembered.
    private static let limit = 1000

    /// The first to fail in each way.
    private var seen: [String: String] = [:]

    /// Returns the first case that failed in the same way and place; nil if the failure must be shown in full.
    ///
    /// Only failures with details or a place are folded; others are short anyway.
    mutating func earlier(_ issues: [Issue], of identity: String) -> String? {
        guard issues.contains(where: { $0.details != nil || $0.place != nil }) else { return nil }
        let key = issues.map(Self.key).joined(separator: "\u{1E}")
        if let known = seen[key] { return known }
        if seen.count < Self.limit { seen[key] = identity }
        return nil
    }

    /// Returns the shown text of an issue without addresses, which differ from process to process.
    static func key(_ issue: Issue) -> String {
        let parts = [
            issue.kind.rawValue, issue.message, issue.comment ?? "", issue.details ?? "", issue.file ?? "",
            "\(issue.line)", "\(issue.phase)",
        ]
        return withoutAddresses(parts.joined(separator: "\u{1F}"))
    }

    /// A text in which each address is the same.
    static func withoutAddresses(_ text: String) -> String {
        guard text.contains("0x") else { return text }
        var (result, rest): (String, Substring) = ("", text[...])
        while let range = rest.firstRange(of: "0x") {
            result += rest[..<range.upperBound]
            rest = rest[range.upperBound...].drop(while: \.isHexDigit)
        }
        return result + rest
    }
}
