// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel

/// Lists that are in memory, and partly in a file when they are long.
struct SpillableArrayTests {
    /// An element that fills no page evenly.
    private struct Odd: BitwiseCopyable, Equatable, Sendable {
        let first: UInt64
        let second: UInt32
    }

    /// Element `number`.
    private static func odd(_ number: Int) -> Odd { Odd(first: UInt64(number) << 20, second: UInt32(number)) }

    @Test("a list has the same elements in memory and in a file", arguments: [0, 100, 20_000, .max])
    func elements(limit: Int) throws {
        var list: SpillableArray<Odd> = []
        for number in 0..<5_000 {
            list.append(Self.odd(number))
            // Also between two elements of a page, which is in memory by then.
            if number % 700 == 0 {
                try list.spill(limit: limit)
                #expect(list[number] == Self.odd(number))
            }
        }
        let all = (0..<5_000).map(Self.odd)
        #expect(Array(list) == all)
        #expect(list.indices.reversed().map { list[$0] } == all.reversed())
        for number in 0..<5_000 {
            let far = number * 2_999 % 5_000
            #expect(list[far] == all[far])
        }
        for range in [0..<0, 0..<1, 255..<257, 100..<4_950, 4_200..<5_000, 5_000..<5_000] {
            #expect(Array(list.elements(in: range)) == Array(all[range]), "\(range)")
        }
    }

    @Test("what is added later can be changed and taken away, whatever is in the file")
    func changes() throws {
        var list: SpillableArray<UInt32> = [1, 2, 3]
        try list.spill(limit: 0)
        list.append(contentsOf: [4, 5, 6])
        list[3] += 40
        list.removeLast(2)
        #expect(Array(list) == [1, 2, 3, 44])
    }

    @Test("a list in a file takes as much memory as its limit says")
    func memory() throws {
        func held(_ count: Int, limit: Int) throws -> Int {
            var list: SpillableArray<UInt64> = []
            for number in 0..<count {
                list.append(UInt64(number))
                try list.spill(limit: limit)
            }
            _ = list.reduce(0, &+)
            return list.heldSize
        }
        #expect(try held(50_000, limit: 1 << 14) <= 2 << 14)
        #expect(try held(50_000, limit: .max) == 400_000)
    }

    @Test("descriptions are found by case, in memory and in files", arguments: [0, .max])
    func descriptions(limit: Int) throws {
        var all = CaseDescriptions()
        let one = Description(title: "adds\u{0}\n", links: ["https://bugs.example.org/1", ""])
        let other = Description(title: "", links: ["bug:2"])
        all.append(one, ofCase: 3)
        all.append(Description(), ofCase: 4)
        try all.spill(limit: limit)
        all.append(other, ofCase: 9)
        for number in 0..<12 {
            let expected = number == 3 ? one : number == 9 ? other : nil
            #expect(all[number] == expected, "\(number)")
        }
    }
}
