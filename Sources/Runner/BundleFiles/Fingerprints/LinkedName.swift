// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The name of a function or variable, by its place in a file; it becomes text only where that is read.
struct LinkedName {
    /// The number that represents the name, without the one that the compiler appends where it needs several of them.
    let number: UInt64
    /// Its bytes in the file.
    let place: Range<Int>
    /// Whether it is that of something that finds types or functions by their names.
    let looksUpNames: Bool
    /// The way in which it takes the line that calls it.
    var takesLine = LineArguments.Taking.none
    /// Whether it is what reads the place of a test or an issue in the source.
    var readsPlaces = false

    /// An unknown name.
    static let unknown = LinkedName(number: Fingerprint.of("?".utf8), place: 0..<0, looksUpNames: false)

    /// The functions that find types or functions by their names.
    fileprivate static let lookUps = [
        "_typeByName", "NSClassFromString", "NSKeyedUnarchiver", "classNamed", "0_getTypeByMangled",
        "4_getTypeByMangled",
    ].map { Array($0.utf8) }
    /// The functions of the C library that do so.
    fileprivate static let exactLookUps = ["dlsym", "dlvsym"]
}

extension LinkedImage {
    /// The name at a place of the file.
    func name(_ start: Int) -> LinkedName {
        bytes.withUnsafeBytes { file in
            guard start >= 0, start < file.count, let base = file.baseAddress else { return .unknown }
            var end = start + strnlen(base.advanced(by: start), min(1 << 16, file.count - start))
            // The number after the last dot.
            var digits = end
            while digits > start, (48...57).contains(file[digits - 1]) { digits -= 1 }
            if digits < end, digits > start + 1, file[digits - 1] == UInt8(ascii: ".") { end = digits - 1 }
            let text = UnsafeRawBufferPointer(rebasing: file[start..<end])
            var number = Fingerprint()
            number.add(text)
            return LinkedName(
                number: number.value, place: start..<end, looksUpNames: Self.looksUp(text),
                takesLine: LineArguments.Taking(text), readsPlaces: Self.readsPlaces(text))
        }
    }

    /// Whether a name is that of something that finds others by their names.
    private static func looksUp(_ text: UnsafeRawBufferPointer) -> Bool {
        for word in LinkedName.exactLookUps where word.utf8.count == text.count && text.elementsEqual(word.utf8) {
            return true
        }
        for start in text.indices {
            for word in LinkedName.lookUps where word[0] == text[start] && text[start...].starts(with: word) {
                return true
            }
        }
        return false
    }

    /// Whether a name is that of what reads a place in the source: of Swift Testing, a property of that name or that kind.
    private static func readsPlaces(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.starts(with: "$s7Testing".utf8) else { return false }
        return String(decoding: text, as: UTF8.self).contains("ourceLocation") && text.last == UInt8(ascii: "g")
    }

    /// The text of a name.
    func text(of name: LinkedName) -> String { String(decoding: bytes[name.place], as: UTF8.self) }

    /// Whether a name comes before another one in the alphabet.
    func precedes(_ one: LinkedName, _ other: LinkedName) -> Bool {
        one.number != other.number && bytes[one.place].lexicographicallyPrecedes(bytes[other.place])
    }
}
