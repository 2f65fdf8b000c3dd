// SPDX-License-Identifier: MIT

import SourceKitABI

/// A value in an answer of SourceKit. Valid only while the answer is: never leave ``SourceKit/parse(path:text:read:)``
/// with one.
struct SourceKitValue {
    /// The value as the library knows it.
    let variant: sk_variant
    /// The library that it came from.
    let kit: SourceKit

    /// The text under a key of a dictionary; nil without it.
    func string(_ key: String) -> String? {
        kit.functions.getString(variant, kit.uid(key)).map { String(cString: $0) }
    }

    /// The number under a key of a dictionary; 0 without it.
    func int(_ key: String) -> Int { Int(kit.functions.getInt(variant, kit.uid(key))) }

    /// Whether the name under a key of a dictionary is `text`.
    func uid(_ key: String, is text: String) -> Bool {
        guard let found = kit.functions.getUID(variant, kit.uid(key)) else { return false }
        return found == kit.uid(text)
    }

    /// The first of `cases` whose raw value is the name under a key of a dictionary; nil if none is.
    func uid<Name: RawRepresentable & CaseIterable>(_ key: String, as: Name.Type) -> Name?
    where Name.RawValue == String {
        guard let found = kit.functions.getUID(variant, kit.uid(key)) else { return nil }
        return Name.allCases.first { kit.uid($0.rawValue) == found }
    }

    /// Calls `body` with each element of the array under a key of a dictionary; never without it.
    func forEach(_ key: String, _ body: (SourceKitValue) -> Void) {
        let array = kit.functions.get(variant, kit.uid(key))
        // An absent value is all zeros; the library must not be asked for its count.
        guard array.data.0 != 0 || array.data.1 != 0 || array.data.2 != 0 else { return }
        for index in 0..<kit.functions.count(array) {
            body(SourceKitValue(variant: kit.functions.element(array, index), kit: kit))
        }
    }

    /// The elements of the array under a key of a dictionary; none without it.
    func array(_ key: String) -> [SourceKitValue] {
        var elements: [SourceKitValue] = []
        forEach(key) { elements.append($0) }
        return elements
    }
}
