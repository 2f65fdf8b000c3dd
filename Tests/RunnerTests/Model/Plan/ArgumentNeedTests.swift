// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel

/// Whose arguments are made: no test that may be selected is left out, and no other is asked.
struct ArgumentNeedTests {
    /// Whether the arguments of a test are made.
    private func isNeeded(_ need: ArgumentNeed, tags: [String] = []) -> Bool {
        need.mayHave("adds(_:to:)", ofClass: "Shop.CartTests", in: "ShopPackageTests", tags: tags)
    }

    @Test(
        "an identity names a test whatever is left out of it, and its arguments behind it",
        arguments: [
            "ShopPackageTests", "Shop", "CartTests", "Shop.CartTests", "CartTests/adds(_:to:)", "adds(_:to:)[1, 2]",
            "ShopPackageTests/Shop.CartTests/adds(_:to:)[\"[a\"]", "CartTests.swift:12",
        ])
    func identity(_ text: String) { #expect(isNeeded(ArgumentNeed(identities: ["OtherTests", text]))) }

    @Test("other identities do not", arguments: ["OtherTests", "CartTests/removes(_:)", "removes(_:)[1]"])
    func otherIdentity(_ text: String) { #expect(!isNeeded(ArgumentNeed(identities: [text]))) }

    @Test(
        "a pattern without a bracket says nothing of arguments, and one with a bracket may match any",
        arguments: [
            ("adds", true), ("removes", false), ("1, 2", false), ("[1, 2]", true), ("re:^Other[0-9]", true),
            ("re:^Other", false), ("glob:*/adds*", true), ("tag:quick", true), ("tag:slow", false),
        ])
    func pattern(_ text: String, isNeeded: Bool) throws {
        let filter = try NameFilter(text)
        #expect(self.isNeeded(ArgumentNeed(filters: [filter]), tags: ["quick"]) == isNeeded)
        // A pattern with a bracket may leave out some arguments alone.
        let isLeftOut = self.isNeeded(ArgumentNeed(skips: [filter]), tags: ["quick"])
        #expect(isLeftOut == (!isNeeded || filter.isOfArguments))
    }

    @Test("it has no hash table: a worker that asks has another hash key than the host")
    func tables() throws {
        func hasTable(_ value: Any) -> Bool {
            let mirror = Mirror(reflecting: value)
            switch mirror.displayStyle {
            case .dictionary, .set: return true
            default: return mirror.children.contains { hasTable($0.value) }
            }
        }
        let filter = try NameFilter("a and not (tag:b or case:c or re:[a-c])")
        let tags = TagFilter(wanted: [try TagExpression("a or b")])
        #expect(!hasTable(ArgumentNeed(identities: ["a"], filters: [filter], skips: [filter], tags: tags)))
    }
}
