// SPDX-License-Identifier: MIT

/// Knows which failures were shown whole, so that an equal one is not shown whole again.
struct FailureFold {
    /// How many different failures are remembered.
    private static let limit = 1000

    /// The first to fail in each way.
    private var seen: [String: String] = [:]

    /// The first that failed in the same way, in the same place; nil for what is to be shown whole.
    ///
    /// Failures that say next to nothing are not worth folding: only those with details or a place are.
    mutating func earlier(_ issues: [Issue], of identity: String) -> String? {
        guard issues.contains(where: { $0.details != nil || $0.place != nil }) else { return nil }
        let key = issues.map(Self.key).joined(separator: "\u{1E}")
        if let known = seen[key] { return known }
        if seen.count < Self.limit { seen[key] = identity }
        return nil
    }

    /// All that is shown of an issue, less addresses, which differ from process to process.
    static func key(_ issue: Issue) -> String {
        let parts = [
            "\(issue.kind.rawValue)", issue.message, issue.comment ?? "", issue.details ?? "", issue.file ?? "",
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
