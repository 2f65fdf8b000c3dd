// SPDX-License-Identifier: MIT

import TestKit

/// Building, merging and changing dictionaries.
final class DictionaryTests: TestCase {
    func testGroupingKeepsTheOrderWithinAGroup() {
        let groups = Dictionary(grouping: ["ant", "bee", "asp", "bug", "ape"]) { $0.first }
        expectEqual(groups["a"], ["ant", "asp", "ape"])
        expectEqual(groups["b"], ["bee", "bug"])
    }

    func testMergeAsksWhoWins() {
        let limits = ["jobs": 2, "retries": 0].merging(["jobs": 8, "timeout": 10]) { old, new in max(old, new) }
        expectEqual(limits, ["jobs": 8, "retries": 0, "timeout": 10])
    }

    func testDefaultCountsWords() {
        var counts: [Substring: Int] = [:]
        for word in "to be or not to be".split(separator: " ") { counts[word, default: 0] += 1 }
        expectEqual(counts, ["to": 2, "be": 2, "or": 1, "not": 1])
    }

    func testAssigningNilRemovesButUpdatingKeepsIt() {
        var settings: [String: Int?] = ["seed": 1, "shard": 2]
        settings["seed"] = nil
        settings.updateValue(nil, forKey: "shard")
        expectEqual(settings.keys.sorted(), ["shard"])
        expectEqual(settings["shard"], .some(.none))
    }

    func testCompactMapValuesDropsWhatDoesNotParse() {
        let parsed = ["a": "1", "b": "two", "c": "3"].compactMapValues { Int($0) }
        expectEqual(parsed, ["a": 1, "c": 3])
    }

    func testGrowthLosesNothing() {
        var squares: [Int: Int] = [:]
        for number in 0..<10_000 { squares[number] = number * number }
        expectCount(squares, 10_000)
        expectTrue(squares.allSatisfy { $0.value == $0.key * $0.key })
    }
}
