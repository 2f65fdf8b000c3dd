// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// Suggestions for a mistyped word.
struct SuggestionTests {
    @Test(
        "distance",
        arguments: [
            ("", "", 0), ("a", "", 1), ("", "ab", 2), ("kitten", "sitting", 3), ("abcd", "acbd", 1), ("ca", "abc", 3),
            ("same", "same", 0),
        ])
    func distance(left: String, right: String, expected: Int) {
        #expect(Suggestion.distance(Array(left.utf8), Array(right.utf8)) == expected)
        #expect(Suggestion.distance(Array(right.utf8), Array(left.utf8)) == expected)
    }

    @Test("gives up beyond its reach")
    func reach() {
        #expect(Suggestion.distance(Array("aaaaaaaa".utf8), Array("bbbbbbbb".utf8), within: 2) > 2)
        #expect(Suggestion.distance(Array("kitten".utf8), Array("sitting".utf8), within: 3) == 3)
    }

    @Test("nearest first then by name")
    func ranking() {
        let candidates = ["testAdder", "testAdd", "testAda", "testOdd", "testAdd", "remove"]
        #expect(Suggestion.nearest(to: "testAdd", in: candidates) == ["testAdd", "testAda", "testOdd"])
        #expect(Suggestion.nearest(to: "testAdd", in: candidates, limit: 1) == ["testAdd"])
        #expect(Suggestion.nearest(to: "TESTADD", in: ["testAdd"]) == ["testAdd"])
    }

    @Test("what is too far off is no slip")
    func farOff() {
        #expect(Suggestion.nearest(to: "abc", in: ["xyz", "abcdef"]).isEmpty)
        #expect(Suggestion.nearest(to: "", in: ["ab"]).isEmpty)
        #expect(Suggestion.nearest(to: "a", in: []).isEmpty)
    }

    /// The same distance by its definition, of prefixes of some lengths.
    func defined(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
        guard let one = left.last, let other = right.last else { return left.count + right.count }
        let (shorterLeft, shorterRight) = (left.dropLast(), right.dropLast())
        var best = min(
            defined(shorterLeft, right) + 1, defined(left, shorterRight) + 1,
            defined(shorterLeft, shorterRight) + (one == other ? 0 : 1))
        if shorterLeft.last == other, shorterRight.last == one {
            best = min(best, defined(shorterLeft.dropLast(), shorterRight.dropLast()) + 1)
        }
        return best
    }

    @Test("distance is the defined one within every reach")
    func distances() {
        var state: UInt64 = 7
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(limit))
        }
        for _ in 0..<300 {
            let left = (0..<next(7)).map { _ in UInt8(97 + next(3)) }
            let right = (0..<next(7)).map { _ in UInt8(97 + next(3)) }
            let expected = defined(left[...], right[...])
            #expect(Suggestion.distance(left, right) == expected)
            for reach in 0..<7 {
                let found = Suggestion.distance(left, right, within: reach)
                #expect(expected <= reach ? found == expected : found > reach, "\(left) \(right) \(reach)")
            }
        }
    }

    @Test("nearest of many are the nearest of all")
    func nearestOfMany() {
        let names = (0..<2000).map { "Checkout/Shop.CartTests\($0 / 20)/testSomething\($0)" }
        let word = "Checkout/Shop.CartTest12/testSomethig250"
        let all = names.map { (Suggestion.distance(Array(word.lowercased().utf8), Array($0.lowercased().utf8)), $0) }
        let expected = all.sorted { $0 < $1 }.prefix(3).map(\.1)
        #expect(Suggestion.nearest(to: word, in: names) == expected)
        #expect(Suggestion.nearest(to: word, in: names.reversed() + names) == expected)
    }
}
