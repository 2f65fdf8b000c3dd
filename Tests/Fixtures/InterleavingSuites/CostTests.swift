// SPDX-License-Identifier: MIT

import TestKit

/// Many turns, to measure what one takes; each case prints that.
final class CostTests: TestCase {
    /// Prints how long each of some turns took.
    private func measure(_ count: Int, _ body: () async -> Void) async {
        let duration = await ContinuousClock().measure(body)
        let parts = duration.components
        let nanoseconds = Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
        print("cost: \(Int(nanoseconds) / count) ns")
    }

    func testYields() async { await measure(100_000) { for _ in 0..<100_000 { await Task.yield() } } }

    /// Two tasks that always could go on.
    func testHops() async {
        await measure(200_000) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        let counter = Counter()
                        for _ in 0..<50_000 { await counter.increment() }
                    }
                }
            }
        }
    }

    func testChildren() async {
        await measure(100_000) {
            await withTaskGroup(of: Void.self) { group in for _ in 0..<100_000 { group.addTask {} } }
        }
    }

    func testMainActor() async { await measure(20_000) { for _ in 0..<10_000 { await MainActor.run {} } } }
}
