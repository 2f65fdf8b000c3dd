// SPDX-License-Identifier: MIT

import SourceKitABI

/// A value in an answer of SourceKit.
///
/// Valid only while the answer is: never leave ``SourceKit/parse(path:text:wantsTokens:read:)`` with one.
struct SourceKitValue {
    /// The value as the library knows it.
    let variant: sk_variant
    /// The library that it came from.
    let kit: SourceKit

    /// The text under a key of a dictionary; nil without it.
    func string(_ key: sk_uid?) -> String? {
        kit.functions.variant_dictionary_get_string(variant, key).map { String(cString: $0) }
    }

    /// The number under a key of a dictionary; 0 without it.
    func int(_ key: sk_uid?) -> Int { Int(kit.functions.variant_dictionary_get_int64(variant, key)) }

    /// The name under a key of a dictionary; nil without it.
    func uid(_ key: sk_uid?) -> sk_uid? { kit.functions.variant_dictionary_get_uid(variant, key) }

    /// Calls `body` with each element of the array under a key of a dictionary; never without it.
    func forEach(_ key: sk_uid?, _ body: (SourceKitValue) -> Void) {
        let array = kit.functions.variant_dictionary_get_value(variant, key)
        // An absent value is all zeros; the library must not be asked for its count.
        guard array.data.0 != 0 || array.data.1 != 0 || array.data.2 != 0 else { return }
        for index in 0..<kit.functions.variant_array_get_count(array) {
            body(SourceKitValue(variant: kit.functions.variant_array_get_value(array, index), kit: kit))
        }
    }

    /// The elements of the array under a key of a dictionary; none without it.
    func array(_ key: sk_uid?) -> [SourceKitValue] {
        var elements: [SourceKitValue] = []
        forEach(key) { elements.append($0) }
        return elements
    }
}
