// SPDX-License-Identifier: MIT

import BundleABI

/// The news for observers of cases, set-ups and tear-downs in which another process ended.
extension BundleExporter {
    /// Reports a class that ended with its process.
    func classOver(_ identifier: UInt64, _ classIndex: Int) {
        SuiteLibrary.running.store(UInt(bitPattern: collector.address))
        TestObservers.startRun()
        guard let name = observedName(classIndex), let host else { return }
        observe(identifier) {
            self.tellLosses(of: name, identifier)
            TestObservers.notify(.testEnded(name, host.classResult(of: identifier) ?? TestEvent.Result()))
        }
    }

    /// Reports the losses of a class that no observer has received.
    func tellLosses(of test: String, _ identifier: UInt64) {
        while let loss = host?.takeLoss(of: identifier) {
            let descriptor = caseDescriptor(Int(loss.owner_index), Int(loss.case_index))
            let name = descriptor.map { String(cString: $0.pointee.name) }
            let isReported = loss.outcome == TESTKIT_LOSS_ABANDONED.rawValue
            if !isReported, loss.outcome != TESTKIT_LOSS_DECLARED.rawValue {
                TestObservers.notify(.failureRecorded(failure(loss, of: test, name)))
            }
            guard let name else { continue }
            let outcome: TestEvent.Outcome =
                switch loss.outcome {
                case TESTKIT_LOSS_CRASHED.rawValue: .crashed
                case TESTKIT_LOSS_TIMED_OUT.rawValue: .timedOut
                case TESTKIT_LOSS_DECLARED.rawValue: .passed
                default: .failed
                }
            TestObservers.notify(.caseEnded(TestEvent.Case(test: test, name: name), outcome))
        }
    }

    /// The failure that a loss is.
    private func failure(_ loss: testkit_loss, of test: String, _ name: String?) -> TestEvent.Failure {
        TestEvent.Failure(
            test: test, caseName: name, message: loss.message.map { String(cString: $0) } ?? "its process ended",
            file: loss.file.map { String(cString: $0) }, line: Int(loss.line), isLastKnownLocation: true,
            isExpected: false)
    }
}
