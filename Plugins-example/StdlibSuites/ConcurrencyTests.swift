// SPDX-License-Identifier: MIT

import TestKit

/// Tasks, groups and streams: `async` cases are awaited.
final class ConcurrencyTests: TestCase {
    /// Counts on its own executor.
    private actor Counter {
        /// The current count.
        private(set) var count = 0

        /// Adds one to the count.
        func increment() { count += 1 }
    }

    /// Made anew for each case.
    private var counter = Counter()

    override func setUpTestCase(_ name: String) async {
        counter = Counter()
    }

    func testAnActorLosesNoIncrement() async {
        let counter = counter
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 { group.addTask { await counter.increment() } }
        }
        expectEqual(await counter.count, 200)
    }

    func testAGroupGivesEveryResult() async {
        let squares = await withTaskGroup(of: Int.self) { group in
            for number in 0..<20 { group.addTask { number * number } }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        expectEqual(squares, Set((0..<20).map { $0 * $0 }))
    }

    func testAStreamKeepsTheOrder() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 0..<5 { continuation.yield(number) }
        continuation.finish()
        expectEqual(await stream.reduce(into: []) { $0.append($1) }, [0, 1, 2, 3, 4])
    }

    func testCancellationReachesASleepingTask() async {
        let task = Task { try await Task.sleep(for: .seconds(60)) }
        task.cancel()
        let result = await task.result
        expectThrows(CancellationError.self) { try result.get() }
    }

    func testATaskLocalValueReachesItsChildren() async {
        await Trace.$label.withValue("parent") {
            async let child = Trace.label
            expectEqual(await child, "parent")
        }
        expectEqual(Trace.label, "none")
    }

    /// A holder of a task-local value.
    private enum Trace {
        /// The label of the task.
        @TaskLocal static var label = "none"
    }
}
