// SPDX-License-Identifier: MIT

extension JSONValue {
    /// Reads bytes that are one value.
    public init(parsing bytes: [UInt8]) throws(JSONText.Fault) {
        let text = JSONText(bytes)
        try text.read(0..<bytes.count)
        self = text.root
    }
}

/// Access to a record's members by kind.
///
/// An impossible value is a fault of its line.
extension JSONValue {
    /// A member that is a text; nil where it is missing or null.
    public func text(_ name: StaticString) -> String? { self[name]?.string }

    /// A member that is a whole number; nil where it is missing or null.
    public func number(_ kind: FileNumber, _ name: StaticString) throws(JSONValue.Fault) -> UInt64? {
        guard let value = self[name], value.kind != .null else { return nil }
        if value.kind == .number, let number = kind.read(value.raw) { return number }
        throw JSONValue.Fault(value, "\(name): expected \(kind.expected), got \(value.shown)")
    }

    /// A member that is a whole number and may be below nought.
    public func signed(_ name: StaticString) throws(JSONValue.Fault) -> Int32? {
        guard let value = self[name], value.kind != .null else { return nil }
        if value.kind == .number, let number = Int32(String(decoding: value.raw, as: UTF8.self)) { return number }
        throw JSONValue.Fault(
            value, "\(name): expected a number from \(Int32.min) to \(Int32.max), got \(value.shown)")
    }

    /// A member that is a time in seconds, in nanoseconds; nil where it is missing or null.
    public func nanoseconds(_ kind: FileNumber, _ name: StaticString) throws(JSONValue.Fault) -> UInt64? {
        guard let value = self[name], value.kind != .null else { return nil }
        if value.kind == .number, let number = kind.readSeconds(value.raw) { return number }
        throw JSONValue.Fault(value, "\(name): expected a time in seconds, got \(value.shown)")
    }

    /// A member that is a number of 64 bits, written as a text.
    public func seed(_ name: StaticString) throws(JSONValue.Fault) -> UInt64? {
        guard let value = self[name], value.kind != .null else { return nil }
        if let number = value.withBytes({ FileNumber.seed.read($0) }) ?? nil { return number }
        throw JSONValue.Fault(value, "\(name): expected a number of 64 bits in quotation marks, got \(value.shown)")
    }

    /// The texts in a member's array; elements of other kinds are left out.
    public func texts(_ name: StaticString) -> [String] { self[name]?.elements.compactMap(\.string) ?? [] }

    /// Whether a member is `true`.
    public func isTrue(_ name: StaticString) -> Bool { self[name]?.isTrue ?? false }

    /// It as a message shows it.
    private var shown: String {
        switch kind {
        case .number: String(decoding: raw.prefix(40), as: UTF8.self)
        case .string, .escaped: "a text"
        case .array: "an array"
        case .object: "an object"
        case .null, .no, .yes: String(decoding: raw, as: UTF8.self)
        }
    }
}
