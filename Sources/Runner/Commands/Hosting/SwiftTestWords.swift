// SPDX-License-Identifier: MIT

/// The arguments that SwiftPM passes to a test executable.
///
/// They are read as Swift Testing reads them: an option is found wherever it is, and all other words are passed over. So an
/// option of a later SwiftPM, and one that is about the build, needs no entry here.
struct SwiftTestWords {
    /// The words.
    let words: [String]

    /// Whether a flag is among them.
    func has(_ names: String...) -> Bool { words.contains { names.contains($0) } }

    /// The first value of an option, `--name value` or `--name=value`; an earlier name counts more than a later one.
    func value(_ names: String...) -> String? { names.lazy.compactMap { values($0).first }.first }

    /// All values of an option, in order.
    func values(_ name: String) -> [String] {
        words.indices.compactMap { index in
            if words[index] == name { return index + 1 < words.count ? words[index + 1] : nil }
            let start = name + "="
            return words[index].hasPrefix(start) ? String(words[index].dropFirst(start.count)) : nil
        }
    }

    /// The value of an option as a number; nil where it is none.
    func number(_ names: String...) -> Int? { names.lazy.compactMap { value($0) }.first.flatMap { Int($0) } }
}
