// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerReports

/// How a record finds its classes and cases again, and the work that it takes.
struct RecordMatchingTests {
    /// A name that counts how often names are compared and hashed.
    private struct CountedName: Hashable {
        /// The work, on the test's own task.
        final class Work {
            var comparisons = 0, hashes = 0
        }

        let number: Int
        let work: Work

        static func == (one: CountedName, other: CountedName) -> Bool {
            one.work.comparisons += 1
            return one.number == other.number
        }

        func hash(into hasher: inout Hasher) {
            work.hashes += 1
            hasher.combine(number)
        }
    }

    /// Names of a range of numbers.
    private func names(_ numbers: some Sequence<Int>, _ work: CountedName.Work) -> [CountedName] {
        numbers.map { CountedName(number: $0, work: work) }
    }

    @Test("an old class is found where it is now, and one that has gone is not")
    func places() {
        #expect(RecordMatching.places(of: ["b", "gone", "a"], among: ["a", "b", "new"]) == [1, nil, 0])
        #expect(RecordMatching.places(of: [String](), among: ["a"]) == [])
    }

    @Test("old cases remain that are there and did not run again")
    func remaining() {
        let left = RecordMatching.remaining(
            of: ["a", "gone", "b", "c"], among: ["c", "b", "a", "new"], without: ["b"])
        #expect(left == [0, 3])
    }

    @Test("twice the names take about twice the comparisons", arguments: [1_000, 2_000, 16_000])
    func work(count: Int) {
        let work = CountedName.Work()
        let (old, present) = (names((0..<count).reversed(), work), names(0..<count, work))
        let half = names(0..<count / 2, work)
        #expect(RecordMatching.places(of: old, among: present).first == count - 1)
        #expect(RecordMatching.remaining(of: old, among: present, without: half).count == count - half.count)
        // A search by comparing takes count / 2 for each name. A table takes one for a name that is there, and some more
        // where two fall on one place; growing hashes a name again.
        #expect(work.comparisons <= 16 * count)
        #expect(work.hashes <= 32 * count)
    }
}
