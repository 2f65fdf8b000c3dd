import Foundation
import TestKit

/// Rule 20 for parameterised cases: each example on a thread of its own, or started on the main queue.
final class WaitingExampleTests: TestCase {
    override class func examples() -> [Example] { [Example("one", ["number": 1]), Example("two", ["number": 2])] }

    func outlineTestCountsAsync() throws {
        expectFalse(Thread.isMainThread)
        let number: Int = try example["number"]
        expectEqual(example.name, number == 1 ? "one" : "two")
        finish()
    }

    func outlineTestCountsAsyncmain() throws {
        expectTrue(Thread.isMainThread)
        expectEqual(example.name, try example["number"] == 1 ? "one" : "two")
        finish()
    }

    func outlineTestStopsAsync() throws {
        if try example["number"] == 1 { finish() } else { finishTimeout = .milliseconds(100) }
    }
}
