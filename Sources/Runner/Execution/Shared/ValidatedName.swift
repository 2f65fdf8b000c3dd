// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// A C string of a bundle's that was found to be a name, with its length and a hash: one look at it serves all questions.
///
/// Valid as long as the bundle's memory, that is, for good.
struct ValidatedName {
    /// The most bytes that a name or path may have.
    static let limit = NameFault.limit

    /// The bytes.
    let bytes: UnsafeRawBufferPointer
    /// A hash of them.
    let hash: UInt64

    /// Looks at a text that must be there, must not be empty and must be UTF-8; as a part of an identity where it is one.
    init(_ text: UnsafePointer<CChar>?, as part: IdentityEscape.Part? = nil) throws(NameFault) {
        guard let text else { throw .null }
        let scan = worker_scan_name(text, Self.limit)
        if scan.length == 0 { throw .empty }
        if scan.length > Self.limit { throw .long }
        let own = UnsafeRawBufferPointer(start: text, count: scan.length)
        if scan.is_plain == 0 {
            let string = String(decoding: own, as: UTF8.self)
            if String(validating: own, as: UTF8.self) == nil { throw .notUTF8(string) }
            if let part, let escaped = IdentityEscape.escaped(string, as: part) {
                self = ValidatedName(keeping: escaped)
                return
            }
        }
        bytes = own
        hash = scan.hash
    }

    /// A name, or what takes the place of a text that is none: its beginning, as far as it can be read, or a replacement where there is
    /// nothing; then with the fault.
    static func usable(
        _ text: UnsafePointer<CChar>?, as part: IdentityEscape.Part, or replacement: @autoclosure () -> String = "#1"
    ) -> (name: ValidatedName, fault: NameFault?) {
        do throws(NameFault) {
            return (try ValidatedName(text, as: part), nil)
        } catch {
            let readable: String
            switch error {
            case .notUTF8(let repaired): readable = beginning(of: repaired)
            case .long:
                let start = UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : limit)
                readable = beginning(of: String(decoding: start, as: UTF8.self))
            case .null, .empty: readable = replacement()
            }
            return (ValidatedName(keeping: IdentityEscape.escaped(readable, as: part) ?? readable), error)
        }
    }

    /// The beginning of a text, which has room for escapes.
    private static func beginning(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit / 8)))
    }

    /// A name of the host's own, whose memory is never freed: there are few.
    private init(keeping text: String) {
        let copy = UnsafePointer<CChar>(strdup(text))
        bytes = UnsafeRawBufferPointer(start: copy, count: text.utf8.count)
        hash = copy.map { worker_scan_name($0, Self.limit).hash } ?? 0
    }

    /// This name followed by a number, for the second and further ones of its kind: "testAdds#2".
    func numbered(_ number: Int) -> ValidatedName {
        ValidatedName(keeping: "\(String(decoding: bytes, as: UTF8.self))#\(number)")
    }

    /// This name followed by a text.
    func followed(by text: String) -> ValidatedName {
        ValidatedName(keeping: String(decoding: bytes, as: UTF8.self) + text)
    }

    /// Whether another name has the same bytes.
    func isEqual(to other: ValidatedName) -> Bool {
        guard bytes.count == other.bytes.count, hash == other.hash, let own = bytes.baseAddress,
            let others = other.bytes.baseAddress
        else { return false }
        return memcmp(own, others, bytes.count) == 0
    }
}

/// Gives equal names numbers, each only once, so that a million of one name take no longer than others.
struct NameNumbers {
    /// The last numbers, by the names' hashes; names of one hash share them.
    private var last: [UInt64: Int] = [:]

    /// A name followed by its next number, from 2 on.
    mutating func next(_ name: ValidatedName) -> ValidatedName {
        let number = last[name.hash, default: 1] + 1
        last[name.hash] = number
        return name.numbered(number)
    }
}

/// Finds out whether a name has come before, among some that are in an array of the caller's.
///
/// A dictionary with the language's hash took more time than all else that is done for a case.
struct NameTable {
    /// The index of a name in the caller's array plus one, or 0 for an empty place; the size is a power of two.
    private var places: [UInt32]

    /// An empty table with room for so many names.
    init(capacity: Int) {
        var size = 8
        while size < capacity * 2 { size *= 2 }
        places = Array(repeating: 0, count: size)
    }

    /// Enters a name at its place in the caller's array, unless an equal one is there already.
    ///
    /// - Parameter name: Gives the name at a place.
    /// - Returns: The place of the equal one, or nil.
    mutating func enter(_ place: Int, _ own: ValidatedName, name: (Int) -> ValidatedName) -> Int? {
        let mask = places.count - 1
        var index = Int(truncatingIfNeeded: own.hash) & mask
        while places[index] != 0 {
            let other = Int(places[index]) - 1
            if name(other).isEqual(to: own) { return other }
            index = (index + 1) & mask
        }
        places[index] = UInt32(place + 1)
        return nil
    }
}
