// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import Runner

/// The statistics of trials, against published values, and the searches by themselves.
struct EvidenceTests {
    @Test("Wilson's interval, by the values of his formula")
    func interval() {
        // 81 of 263: Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        let (low, high) = Evidence(81, of: 263).interval
        #expect(abs(low - 0.2553) < 0.0001 && abs(high - 0.3662) < 0.0001)
        // 0 of 20, from the same table.
        let none = Evidence(0, of: 20).interval
        #expect(none.low < 0.0001 && abs(none.high - 0.1611) < 0.0001)
    }

    @Test("Fisher's exact test, by counting")
    func fisher() {
        // Of all ways to choose 4 of 8, one is this.
        #expect(abs(Evidence(4, of: 4).chanceOfMore(than: Evidence(0, of: 4)) - 1 / 70) < 1e-9)
        // The lady tasting tea: three of four right, or better.
        #expect(abs(Evidence(3, of: 4).chanceOfMore(than: Evidence(1, of: 4)) - 17 / 70) < 1e-9)
        #expect(abs(Evidence(0, of: 4).chanceOfMore(than: Evidence(0, of: 9)) - 1) < 1e-9)
        #expect(Evidence(8, of: 8).isMore(than: Evidence(0, of: 16)))
        #expect(!Evidence(3, of: 4).isMore(than: Evidence(0, of: 4)))
    }

    @Test("a search with true answers halves what is left")
    func bisection() {
        for count in [2, 3, 100, 1000] {
            for place in [0, count / 2, count - 1] {
                var search = PolluterSearch(count: count, hitRate: 0.999, falseRate: 0.001)
                var steps = 0
                while search.culprit == nil, steps < 64 {
                    let start = search.nextStart
                    search.take(isFailure: place >= start, from: start)
                    steps += 1
                }
                #expect(search.culprit == place)
                #expect(steps <= (count - 1).bitWidth - (count - 1).leadingZeroBitCount + 1, "\(count), \(place)")
            }
        }
    }

    @Test("delta debugging leaves nothing that is not needed")
    func minimize() throws {
        for needed in [[3], [0, 99], [10, 11, 50], [5, 40, 41, 98]] {
            let found = try DeltaDebugging.minimize(Array(0..<100)) { parts throws(TrialStop) in
                parts.map { part in needed.allSatisfy(part.contains) }
            }
            #expect(found == needed)
        }
    }
}
