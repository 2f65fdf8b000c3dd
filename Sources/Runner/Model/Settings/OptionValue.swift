// SPDX-License-Identifier: MIT

import RunnerSupport

/// Reads options' values; what cannot be read is refused with what was expected.
public enum OptionValue {
    /// An unsigned 64-bit number, decimal or with `0x`.
    public static func seed(_ text: String, _ option: String) throws(UsageError) -> UInt64 {
        let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHexadecimal ? text.dropFirst(2) : text[...]
        // The initialiser would take a sign.
        if let first = digits.first, first != "+", first != "-",
            let seed = UInt64(digits, radix: isHexadecimal ? 16 : 10)
        {
            return seed
        }
        throw .badValue(option, value: text, expected: "a number from 0 to \(UInt64.max), decimal or 0x…")
    }

    /// A time in seconds, more than nought.
    public static func seconds(_ text: String, _ option: String) throws(UsageError) -> Double {
        if let seconds = Double(text), seconds > 0, seconds <= 1_000_000_000 { return seconds }
        throw .badValue(option, value: text, expected: "a number of seconds greater than 0 and at most 1000000000")
    }

    /// A percentage.
    public static func percentage(_ text: String, _ option: String) throws(UsageError) -> Double {
        if let number = Double(text), (0...100).contains(number) { return number }
        throw .badValue(option, value: text, expected: "a percentage from 0 to 100")
    }

    /// A whole number, nought or more.
    public static func count(_ text: String, _ option: String) throws(UsageError) -> Int {
        if let count = Int(text), count >= 0, !text.hasPrefix("+") { return count }
        throw .badValue(option, value: text, expected: "a whole number")
    }

    /// A whole number, one or more.
    public static func positive(_ text: String, _ option: String) throws(UsageError) -> Int {
        if let count = Int(text), count > 0, !text.hasPrefix("+") { return count }
        throw .badValue(option, value: text, expected: "a whole number above 0")
    }

    /// A command for a shell, which would pass for one that does nothing if it were empty.
    public static func command(_ text: String, _ option: String) throws(UsageError) -> String {
        if text.contains(where: { !$0.isWhitespace }) { return text }
        throw .badValue(option, value: text, expected: "a command for a shell")
    }

    /// A directory's path, which need not exist.
    public static func directory(_ text: String, _ option: String) throws(UsageError) -> String {
        if !text.isEmpty { return text }
        throw .badValue(option, value: text, expected: "a directory's path")
    }

    /// A number of workers.
    public static func jobs(_ text: String, _ option: String) throws(UsageError) -> Int {
        if let count = Int(text), (1...WorkerCount.largest).contains(count), !text.hasPrefix("+") { return count }
        throw .badValue(option, value: text, expected: "a number from 1 to \(WorkerCount.largest)")
    }

    /// One of several parts: `2/3`.
    public static func shard(_ text: String, _ option: String) throws(UsageError) -> Shard {
        if let shard = Shard(text: text) { return shard }
        throw .badValue(option, value: text, expected: "I/N, with I from 1 to N, such as 2/3, or auto")
    }

    /// One of a few words.
    public static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, _ option: String
    ) throws(UsageError) -> Choice {
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let near = Suggestion.nearest(to: text, in: words, limit: 1).first
        let hint = near.map { " (did you mean \($0)?)" } ?? ""
        throw .badValue(option, value: text, expected: Alternatives.text(words) + hint)
    }

    /// A platform's name, without the underscore that makes it a suffix.
    public static func platform(_ text: String, _ option: String) throws(UsageError) -> String {
        let name = text.hasPrefix("_") ? String(text.dropFirst()) : text
        if !name.isEmpty, !name.contains("/"), !name.contains(".") { return name }
        throw .badValue(option, value: text, expected: "a platform's name, such as iPad")
    }

    /// Where a report goes: a file, `-` for standard output, or `fd:N`.
    ///
    /// A path by which the system names a descriptor is that descriptor: opened once more, it would be written over what else goes there.
    public static func target(_ text: String, _ option: String) throws(UsageError) -> ReportTarget {
        if ["-", "/dev/stdout"].contains(text) { return .descriptor(1) }
        if text == "/dev/stderr" { return .descriptor(2) }
        let number = ["/dev/fd/", "/proc/self/fd/"].first(where: text.hasPrefix).map { text.dropFirst($0.count) }
        if let number { return try target("fd:\(number)", option) }
        if text.hasPrefix("fd:") {
            if let number = Int32(text.dropFirst(3)), number >= 0, !text.hasPrefix("fd:+") {
                return .descriptor(number)
            }
        } else if !text.isEmpty {
            return .file(text)
        }
        throw .badValue(option, value: text, expected: "a file's path, - for standard output, or fd:N")
    }

    /// A pattern for identities.
    public static func pattern(_ text: String, _ option: String) throws(UsageError) -> NameFilter {
        do throws(NameFilter.Malformed) { return try NameFilter(text) } catch {
            throw .badValue(option, value: error.pattern, expected: "\(error.expected) (\(error.reason))")
        }
    }

    /// A tag expression.
    public static func tags(_ text: String, _ option: String) throws(UsageError) -> TagExpression {
        do throws(Expression.Malformed) { return try TagExpression(text) } catch {
            throw .badValue(
                option, value: text, expected: "tags combined with and, or, not and parentheses (\(error.reason))")
        }
    }
}
