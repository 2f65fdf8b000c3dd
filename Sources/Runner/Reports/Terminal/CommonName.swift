// SPDX-License-Identifier: MIT

import RunnerModel

/// The beginning of identities that all classes of a run have in common, which a screen has no room for.
struct CommonName {
    /// The shortest common beginning that is left out of names.
    private static let least = 10

    /// The text, which ends with "/" or "."; "" if there is none.
    let text: String

    /// Nothing in common.
    init() { text = "" }

    /// The beginning that all classes of a plan have in common.
    init(_ plan: Plan, _ registry: Registry) {
        let names = plan.classes.lazy.map { registry.identity(ofClass: $0.classIndex) }
        guard var common = names.first.map({ Array($0.utf8)[...] }) else {
            text = ""
            return
        }
        for name in names.dropFirst() where !common.isEmpty {
            let count = zip(common, name.utf8).prefix { $0 == $1 }.count
            if count < common.count { common = common.prefix(count) }
        }
        // A class is still named.
        let marks = [UInt8(ascii: "/"), UInt8(ascii: ".")]
        while let last = common.last, !marks.contains(last) { common = common.dropLast() }
        text = common.count < Self.least ? "" : String(decoding: common, as: UTF8.self)
    }

    /// An identity without it.
    func removed(from identity: String) -> String {
        !text.isEmpty && identity.hasPrefix(text) ? String(identity.dropFirst(text.count)) : identity
    }
}
