// SPDX-License-Identifier: MIT

/// The names of unnamed examples: the texts of their values if those are stable, else "#3", the example's place.
///
/// An identity must mean the same test in each process and in the next run. A text is not stable if it contains an address, or
/// comes from a collection whose order varies. It cannot be a name if it is too long, contains U+0000, or belongs to several examples.
///
/// TestKit and the adapter for Swift Testing both compile this file.
///
/// Rule 17.
enum ValueNames {
    /// The names of some rows of values, in their order.
    ///
    /// - Parameter text: The text of a value in a name.
    static func names(of rows: [[any Sendable]], text: (any Sendable) -> String) -> [String] {
        let texts = rows.map { row -> String? in
            if row.contains(where: { hasNoOrder($0) }) { return nil }
            let text = row.map(text).joined(separator: ", ")
            if isPlace(text) || holdsAddress(text) || !canBeName(text) { return nil }
            return text.isEmpty ? "\"\"" : text
        }
        var counts: [String: Int] = [:]
        for case let text? in texts { counts[text, default: 0] += 1 }
        return texts.enumerated().map { index, text in
            if let text, counts[text] == 1 { text } else { "#\(index + 1)" }
        }
    }

    /// The most bytes that a name may have.
    static let nameLimit = 65_536

    /// Whether a name may be so long, and has no character that would end it for C.
    private static func canBeName(_ text: String) -> Bool { text.utf8.count <= nameLimit && !text.utf8.contains(0) }

    /// Whether a text looks like an example's place.
    private static func isPlace(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "#") && !text.utf8.dropFirst().isEmpty
            && text.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The most digits of a number that no address has: 32 bits are colours, codes and the like.
    private static let shortDigits = 8

    /// Whether a text has a number in it that may be an address: in hexadecimal, and of more than 32 bits.
    static func holdsAddress(_ text: String) -> Bool {
        var (previous, digits) = (UInt8(0), -1)
        for byte in text.utf8 {
            if digits >= 0, isHexadecimal(byte) {
                digits += 1
                if digits > shortDigits { return true }
            } else {
                digits = previous == UInt8(ascii: "0") && byte == UInt8(ascii: "x") ? 0 : -1
            }
            previous = byte
        }
        return false
    }

    /// Whether a character is a digit of a hexadecimal number.
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// The depth to which values in values are read.
    private static let depthLimit = 8

    /// Whether a value's text shows a collection that has another order in each process.
    ///
    /// A text that the value's own type makes is taken as it is.
    private static func hasNoOrder(_ value: Any, depth: Int = 0) -> Bool {
        if value is String || value is any Numeric || depth > depthLimit { return false }
        if let collection = value as? any HashOrdered { return collection.count > 1 }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .set: return mirror.children.count > 1
        case .collection, .dictionary, .optional, .tuple: break
        case .struct, .enum: if value is any CustomStringConvertible { return false }
        default: return false
        }
        return mirror.children.contains { hasNoOrder($0.value, depth: depth + 1) }
    }
}

/// A collection whose elements are in the order of their hashes.
private protocol HashOrdered: Collection {}

extension Set: HashOrdered {}
extension Dictionary: HashOrdered {}
extension Dictionary.Keys: HashOrdered {}
extension Dictionary.Values: HashOrdered {}
