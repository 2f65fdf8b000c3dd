// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import TestKit

/// Foundation's queues, notifications and progress, on the main actor.
@MainActor
final class MainQueueTests: TestCase {
    /// Collects what arrives on the main actor, in order.
    ///
    /// A class of its own: a suite is not `Sendable`, this is.
    @MainActor
    private final class Arrivals {
        /// The items that arrived.
        var names: [String] = []
    }

    func testTheMainQueueIsServedWhileACaseWaits() async {
        let arrivals = Arrivals()
        await withCheckedContinuation { continuation in
            DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(5)) {
                MainActor.assumeIsolated { arrivals.names.append("later") }
                continuation.resume()
            }
            arrivals.names.append("now")
        }
        expectEqual(arrivals.names, ["now", "later"])
    }

    func testOperationsKeepTheirDependencies() async {
        let arrivals = Arrivals()
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 4
        await withCheckedContinuation { continuation in
            let last = BlockOperation { continuation.resume() }
            let work = (0..<3).map { number in
                BlockOperation { DispatchQueue.main.sync { arrivals.names.append("work \(number)") } }
            }
            for operation in work { last.addDependency(operation) }
            queue.addOperations(work + [last], waitUntilFinished: false)
        }
        expectEqualInAnyOrder(arrivals.names, ["work 0", "work 1", "work 2"])
    }

    func testProgressOfChildrenAddsUp() {
        let whole = Progress(totalUnitCount: 2)
        let download = Progress(totalUnitCount: 100, parent: whole, pendingUnitCount: 1)
        download.completedUnitCount = 50
        expectEqual(whole.fractionCompleted, 0.25, accuracy: 1e-9)
        download.completedUnitCount = 100
        expectEqual(whole.completedUnitCount, 1)
    }
}
