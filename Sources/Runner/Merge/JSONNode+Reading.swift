extension JSONNode {
    /// A member's value; nil where this is no object or has no such member.
    subscript(name: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// It as a text.
    var text: String? {
        if case .string(let text) = value { return text }
        return nil
    }

    /// It as a whole number.
    var integer: Int? {
        if case .number(let digits) = value { return Int(digits) }
        return nil
    }

    /// Whether it is `true`.
    var isTrue: Bool { value == .boolean(true) }

    /// Its elements; none where it is no array.
    var elements: [JSONNode] {
        if case .array(let elements) = value { return elements }
        return []
    }

    /// It in nanoseconds, where it is a number of seconds without an exponent; no digit is lost on the way.
    var nanoseconds: UInt64? {
        guard case .number(let digits) = value else { return nil }
        let parts = digits.split(separator: ".", maxSplits: 1)
        guard let whole = parts.first.flatMap({ UInt64($0) }) else { return nil }
        let fraction = parts.count > 1 ? String((parts[1] + "000000000").prefix(9)) : "0"
        guard let rest = UInt64(fraction) else { return nil }
        let (product, isTooBig) = whole.multipliedReportingOverflow(by: 1_000_000_000)
        return isTooBig ? nil : product &+ rest
    }
}
