// SPDX-License-Identifier: MIT

/// The checks that take more than an operator.
///
/// Each returns nil if it is true.
///
/// Rule 24.
enum Check {
    /// Whether two numbers are near enough.
    static func equal<Value: FloatingPoint>(
        _ actual: Value, _ expected: Value, _ accuracy: Value
    ) -> Assertion.Finding? {
        guard accuracy >= 0 else { return .init("expected an accuracy of 0 or more, got \(accuracy)") }
        // Equality first: the difference of two infinities is not a number.
        if actual == expected || abs(actual - expected) <= accuracy { return nil }
        return .init("expected \(expected) ± \(accuracy), got \(actual)")
    }

    /// Whether two numbers are far enough apart.
    static func notEqual<Value: FloatingPoint>(
        _ actual: Value, _ unexpected: Value, _ accuracy: Value
    ) -> Assertion.Finding? {
        guard accuracy >= 0 else { return .init("expected an accuracy of 0 or more, got \(accuracy)") }
        guard actual == unexpected || abs(actual - unexpected) <= accuracy else { return nil }
        return .init("expected anything but \(unexpected) ± \(accuracy), got \(actual)")
    }

    /// Returns the finding about two objects that should, or should not, be the same, with their addresses.
    static func identity(_ expected: AnyObject?, relation: String, _ actual: AnyObject?) -> Assertion.Finding {
        func name(_ object: AnyObject?) -> String {
            guard let object else { return "nil" }
            let address = String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
            return "\(ValueText.line(object, limit: ValueText.messageLimit)) at 0x\(address)"
        }
        return .init("expected \(relation) \(name(expected)), got \(name(actual))")
    }

    /// Whether a text has a part, character by character.
    static func contains(_ text: some StringProtocol, _ part: some StringProtocol) -> Bool {
        String(text).contains(String(part))
    }

    /// Whether a pattern matches somewhere in a text.
    static func matches(_ text: some StringProtocol, _ pattern: some RegexComponent) -> Assertion.Finding? {
        do {
            if try pattern.regex.firstMatch(in: String(text)) != nil { return nil }
            return .init(expected: "text that matches \(name(of: pattern))", got: text)
        } catch {
            return .init("expected text that matches \(name(of: pattern)), got the error \(ErrorText.line(error))")
        }
    }

    /// A pattern for a message: as a literal, where it was made of one or of a text.
    private static func name(of pattern: some RegexComponent) -> String {
        guard let literal = pattern.regex._literalPattern else { return "the pattern" }
        return "/\(ValueText.plain(literal, limit: ValueText.messageLimit))/"
    }

    /// Whether a collection has so many elements.
    static func count(_ collection: some Collection, _ count: Int) -> Assertion.Finding? {
        let actual = collection.count
        if actual == count { return nil }
        var finding = Assertion.Finding("expected a count of \(count), got \(actual)")
        finding.details = "got: \(ValueText.line(collection))"
        return finding
    }

    /// Whether two collections have the same elements.
    static func equalInAnyOrder<Element: Equatable>(_ actual: [Element], _ expected: [Element]) -> Assertion.Finding? {
        var missing = expected
        var extra: [Element] = []
        for element in actual {
            if let index = missing.firstIndex(of: element) {
                missing.remove(at: index)
            } else {
                extra.append(element)
            }
        }
        if missing.isEmpty, extra.isEmpty { return nil }
        var finding = Assertion.Finding(expected: expected, relation: "in any order ", actual: actual)
        let difference = ["missing: \(ValueText.line(missing))", "extra: \(ValueText.line(extra))"]
        finding.details = ([finding.details].compactMap { $0 } + difference).joined(separator: "\n")
        return finding
    }
}
