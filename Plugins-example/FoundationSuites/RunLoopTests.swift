// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Foundation's main run loop, which is turned while a case waits.
final class RunLoopTests: TestCase {
    /// A timer on the main run loop that fulfils an expectation.
    private func startTimer(after seconds: Double, _ expectation: Expectation) {
        let timer = Timer(timeInterval: seconds, repeats: false) { _ in expectation.fulfill() }
        RunLoop.main.add(timer, forMode: .default)
    }

    func testATimerFiresWhileACaseWaits() {
        let fired = Expectation("the timer fired")
        startTimer(after: 0.01, fired)
        wait(for: fired, timeout: .seconds(5))
    }

    func testATimerFiresWhileAnAsyncCaseWaits() async {
        let fired = Expectation("the timer fired")
        await MainActor.run {
            let timer = Timer(timeInterval: 0.01, repeats: false) { _ in fired.fulfill() }
            RunLoop.main.add(timer, forMode: .default)
        }
        await wait(for: fired, timeout: .seconds(5))
    }

    func testAsyncTimersFireBesideACaseOfItsOwnThread() {
        let fired = Expectation("the timer fired")
        startTimer(after: 0.01, fired)
        expectFalse(Thread.isMainThread)
        wait(for: fired, timeout: .seconds(5))
        finish()
    }

    func testTheMainQueueIsServedBetweenTimers() {
        let served = Expectation("the block ran")
        DispatchQueue.main.async { served.fulfill() }
        wait(for: served, timeout: .seconds(5))
    }

    func testWaitingUsesNoProcessorTime() {
        let before = clock()
        wait(for: .milliseconds(300))
        let used = Double(clock() - before) / Double(CLOCKS_PER_SEC)
        expectLessThan(used, 0.15, "processor seconds in 0.3 s")
    }
}
