import Testing

@testable import Runner

/// What a mistyped word may have meant.
@Suite struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("", "ab", 2), ("kitten", "sitting", 3), ("abcd", "acbd", 1), ("ca", "abc", 3),
        ("same", "same", 0),
    ])
    func distance(left: String, right: String, expected: Int) {
        #expect(Suggestion.distance(Array(left.utf8), Array(right.utf8)) == expected)
        #expect(Suggestion.distance(Array(right.utf8), Array(left.utf8)) == expected)
    }

    @Test func givesUpBeyondItsReach() {
        #expect(Suggestion.distance(Array("aaaaaaaa".utf8), Array("bbbbbbbb".utf8), within: 2) > 2)
        #expect(Suggestion.distance(Array("kitten".utf8), Array("sitting".utf8), within: 3) == 3)
    }

    @Test func nearestFirstThenByName() {
        let candidates = ["testAdder", "testAdd", "testAda", "testOdd", "testAdd", "remove"]
        #expect(Suggestion.nearest(to: "testAdd", in: candidates) == ["testAdd", "testAda", "testOdd"])
        #expect(Suggestion.nearest(to: "testAdd", in: candidates, limit: 1) == ["testAdd"])
        #expect(Suggestion.nearest(to: "TESTADD", in: ["testAdd"]) == ["testAdd"])
    }

    @Test func whatIsTooFarOffIsNoSlip() {
        #expect(Suggestion.nearest(to: "abc", in: ["xyz", "abcdef"]).isEmpty)
        #expect(Suggestion.nearest(to: "", in: ["ab"]).isEmpty)
        #expect(Suggestion.nearest(to: "a", in: []).isEmpty)
    }
}
