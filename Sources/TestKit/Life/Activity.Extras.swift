// SPDX-License-Identifier: MIT

import BundleABI

extension Activity {
    /// The state that only some activities need.
    struct Extras {
        /// The expectations that were created in the activity.
        var expectations: [Expectation] = []
        /// The waiters to wake when a failure is recorded.
        var waiters: [any Wakeable] = []
        /// Whether `finish()` was called.
        var isFinished = false
        /// Whether the activity's waits are to end: it has taken longer than its limit.
        var isOverdue = false
        /// Whether a failure ends the waits of the activity: it is a case that waits for `finish()`.
        var endsWaitsOnFailure = false
        /// The blocks that are still to be torn down, the last first.
        var tearDowns: [TearDownBlock] = []
        /// The streams of random numbers that were drawn from, by phase.
        var streams: [(phase: UInt32, stream: RandomStream)] = []
        /// The case's own directory, once it is made.
        var temporaryDirectory: String?
    }

    /// Reads or changes what only some activities need; from then on, the activity's end looks after it.
    func withExtras<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Extras) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        hasExtras.set()
        return try extras.withLock(body)
    }

    /// Keeps an expectation, to report at the end if nothing waited for it.
    func add(_ expectation: Expectation) { withExtras { $0.expectations.append(expectation) } }

    /// Has a waiter woken by the next failures.
    func add(_ waiter: any Wakeable) { withExtras { $0.waiters.append(waiter) } }

    /// Forgets a waiter.
    func remove(_ waiter: any Wakeable) { withExtras { $0.waiters.removeAll { $0 === waiter } } }

    /// Makes all waiters of the activity look again.
    func wakeWaiters() {
        let waiters = withExtras { $0.waiters }
        for waiter in waiters { waiter.wake() }
    }

    /// Whether a wait that began after so many failures must end, though its condition is not true.
    func endsWait(after failures: Int) -> Bool {
        let (isOverdue, endsOnFailure) = withExtras { ($0.isOverdue, $0.endsWaitsOnFailure) }
        return isOverdue || endsOnFailure && failureCount > failures
    }

    /// Passes open expectations and blocks to the activity that tears this one down.
    func handOver(to other: Activity) {
        guard hasExtras.isSet else { return }
        let mine = withExtras { extras in
            defer { extras = Extras() }
            return extras
        }
        other.withExtras { extras in
            extras.expectations = mine.expectations + extras.expectations
            extras.tearDowns = mine.tearDowns + extras.tearDowns
            extras.temporaryDirectory = extras.temporaryDirectory ?? mine.temporaryDirectory
        }
    }

    /// Closes what the activity's code left open, on the main thread.
    ///
    /// - Parameter phase: The part of the class's life that blocks to tear down belong to.
    @MainActor
    func close(in phase: testkit_phase) {
        if withExtras({ !$0.tearDowns.isEmpty }) { enter(phase) }
        while let block = withExtras({ $0.tearDowns.popLast() }) {
            attempt(isTearDown: true) { try block.run() }
        }
        let (expectations, directory) = withExtras { ($0.expectations, $0.temporaryDirectory) }
        // Where an error ended the body, the wait was not reached, and the error says why.
        if !hasThrown {
            for expectation in expectations where !expectation.wasWaitedFor { record(expectation.neverWaitedFor) }
        }
        if let directory { TemporaryDirectory.remove(directory) }
    }
}
