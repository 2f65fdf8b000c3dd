// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import WorkerShims

/// The news for observers of classes in which a worker ended: the next process that runs the class gets them (rule 26).
///
/// A class with nothing left to run stays open until a worker has informed its observers.
struct LossNotifier {
    /// The shared memory.
    let table: RunTable
    /// Whether another process follows one that has ended.
    let hasSuccessors: Bool

    /// Keeps a loss.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of a case that did not crash; nil where the issue has it.
    ///   - slot: The case; nil for a set-up or tear-down.
    func note(_ issue: Issue? = nil, outcome: testkit_loss_outcome? = nil, unit: UInt32, slot: UInt32? = nil) {
        guard hasSuccessors, table.unit(unit).isObserved else { return }
        let count = table_load(&table.planHeader.pointee.loss_count)
        guard count < UInt32(TABLE_LOSSES) else { return }
        let loss = table.losses + Int(count)
        loss.pointee = lost_activity()
        table_store(&table.takenLosses[Int(count)], 0)
        (loss.pointee.unit, loss.pointee.slot) = (unit, slot ?? TABLE_NONE)
        let ending = issue?.kind == .timeout ? TESTKIT_LOSS_TIMED_OUT : TESTKIT_LOSS_CRASHED
        loss.pointee.outcome = (outcome ?? ending).rawValue
        loss.pointee.line = issue?.line ?? 0
        Self.write(issue?.file ?? "", to: &loss.pointee.file)
        Self.write(issue?.message ?? "", to: &loss.pointee.message)
        table_store(&table.planHeader.pointee.loss_count, count + 1)
    }

    /// Closes a class with nothing left to run, or leaves it to a worker that first informs its observers.
    func close(_ unit: UInt32) {
        let place = table.unit(unit)
        if hasSuccessors, place.isObserved, !place.isSpent, !table.isStopping {
            place.isSpent = true
        } else {
            table.close(unit)
        }
    }

    /// Writes a text with its zero byte; the end of a long text is cut.
    private static func write<Bytes>(_ text: String, to bytes: inout Bytes) {
        withUnsafeMutableBytes(of: &bytes) { bytes in
            let kept = text.utf8.prefix(bytes.count - 1)
            bytes.copyBytes(from: Array(kept))
            bytes[kept.count] = 0
        }
    }
}
