// SPDX-License-Identifier: MIT

import BundleABI

extension HostConnection {
    /// Asks the host for the losses of the running class, for observers.
    func observe(_ activity: UInt64) { host.pointee.observe_class?(host, activity) }

    /// The results of the class that runs, from all processes; nil if the host gives none.
    func classResult(of activity: UInt64) -> TestEvent.Result? {
        var counts = testkit_class_result()
        guard host.pointee.class_result?(host, activity, &counts) ?? 0 != 0 else { return nil }
        var result = TestEvent.Result()
        (result.executed, result.failed) = (Int(counts.executed), Int(counts.failed))
        (result.failedUnexpectedly, result.skipped) = (Int(counts.unexpected), Int(counts.skipped))
        result.terminatedAbnormally = counts.is_abnormal != 0
        return result
    }

    /// Takes the next loss of the class that runs.
    func takeLoss(of activity: UInt64) -> testkit_loss? {
        var loss = testkit_loss()
        guard host.pointee.take_loss?(host, activity, &loss) ?? 0 != 0 else { return nil }
        return loss
    }
}
