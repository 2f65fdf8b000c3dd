// SPDX-License-Identifier: MIT

import TestKit

/// Sorting, partitioning and slicing of arrays.
final class ArrayAlgorithmTests: TestCase {
    /// The array that every case starts with; restored before each.
    private var numbers: [Int] = []

    override func setUpTestCase(_ name: String) {
        numbers = [5, 3, 9, 1, 7, 3]
    }

    override func tearDownTestCase(_ name: String) {
        numbers.removeAll(keepingCapacity: true)
    }

    func testSortKeepsEqualElementsInOrder() {
        let words = ["pear", "fig", "plum", "nut", "date"]
        expectEqual(words.sorted { $0.count < $1.count }, ["fig", "nut", "pear", "plum", "date"])
    }

    func testPartitionSeparates() {
        let pivot = numbers.partition { $0 >= 5 }
        expectTrue(numbers[..<pivot].allSatisfy { $0 < 5 })
        expectTrue(numbers[pivot...].allSatisfy { $0 >= 5 })
        expectEqualInAnyOrder(numbers, [1, 3, 3, 5, 7, 9])
    }

    func testReplacingARangeMayChangeTheLength() {
        numbers.replaceSubrange(1...2, with: [0])
        expectEqual(numbers, [5, 0, 1, 7, 3])
        numbers.replaceSubrange(0..<0, with: [8, 8])
        expectCount(numbers, 7)
    }

    func testSlicesKeepTheIndicesOfTheirBase() throws {
        let tail = numbers.dropFirst(2)
        expectEqual(tail.startIndex, 2)
        expectEqual(try requireNotNil(tail.first), 9)
    }

    func testCopiesAreIndependent() {
        var copy = numbers
        copy.append(0)
        expectCount(numbers, 6)
        expectEqual(Array(copy.dropLast()), numbers)
    }

    func testLazyMapTouchesOnlyWhatIsAskedFor() {
        var touched = 0
        let squares = numbers.lazy.map { number in
            touched += 1
            return number * number
        }
        expectEqual(squares.first { $0 > 80 }, 81)
        expectEqual(touched, 3)
    }

    func testShuffleOfASeededGeneratorRepeats() {
        var first = SplitMix64(state: 42)
        var second = SplitMix64(state: 42)
        expectEqual(numbers.shuffled(using: &first), numbers.shuffled(using: &second))
    }

    /// A difference applied to the old array gives the new one.
    final class DifferenceTests: TestCase {
        func testDifferenceApplies() {
            let old = Array("kitten")
            let new = Array("sitting")
            expectEqual(old.applying(new.difference(from: old)), new)
        }

        func testMovesAreInferred() {
            let difference = ["c", "a", "b"].difference(from: ["a", "b", "c"]).inferringMoves()
            expectTrue(
                difference.contains { change in
                    if case .insert(0, "c", associatedWith: 2) = change { true } else { false }
                }
            )
        }
    }
}

extension ArrayAlgorithmTests {
    // Cases may be in an extension, in this file or another.

    func testMinimumAndMaximumOfNothing() {
        numbers = []
        expectNil(numbers.min())
        expectNil(numbers.max())
    }
}
