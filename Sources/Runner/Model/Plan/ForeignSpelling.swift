// SPDX-License-Identifier: MIT

/// The name of a case as a framework's own report has it, or as people call it: "Class.testX", "sums()", "a raw name", a display name.
struct ForeignSpelling {
    /// The name, with and without the parentheses at its end.
    private let spellings: [String]

    /// Takes a name without an example.
    init(_ name: String) { spellings = Self.isCalled(name) ? [name, Self.withoutParameters(name)] : [name] }

    /// The identity of a case, if this is another spelling of it: it begins with the used class name, or the last of some.
    func identity(ofCase name: String, title: String, owners: [String]) -> String? {
        let plain = Self.withoutParameters(name).replacing("`", with: "").replacing("\\u{2F}", with: "/")
        for form in [name, plain, title] where !form.isEmpty {
            for spelling in spellings where spelling.hasSuffix(form) {
                let head = spelling.dropLast(form.count)
                if head.isEmpty { return owners.last.map { Identity.ofCase(name, of: $0) } }
                guard head.hasSuffix("/") || head.hasSuffix(".") else { continue }
                let owner = owners.first { $0 == head.dropLast() }
                if let owner { return Identity.ofCase(name, of: owner) }
            }
        }
        return nil
    }

    /// Whether a name ends with parameters.
    private static func isCalled(_ name: String) -> Bool { name.hasSuffix(")") && name.contains("(") }

    /// "sums" of "sums(a:b:)".
    private static func withoutParameters(_ name: String) -> String {
        guard isCalled(name), let open = name.lastIndex(of: "(") else { return name }
        return String(name[..<open])
    }
}
