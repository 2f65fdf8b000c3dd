// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import WorkerShims

/// Gives a bundle the results of the running class, also from other processes.
///
/// Lives in a worker and is used on its main thread only.
final class ResultsService: @unchecked Sendable {
    /// The shared memory.
    private let table: RunTable
    /// The worker's place in it.
    private let view: WorkerView

    /// Serves a worker.
    init(table: RunTable, place view: WorkerView) { (self.table, self.view) = (table, view) }

    /// Adds its functions to the host's.
    static func add(to table: inout testkit_host) {
        table.observe_class = { host, activity in
            guard let (results, unit) = ResultsService.unit(of: activity, host) else { return }
            table_store(&results.table.units[Int(unit)].is_observed, 1)
        }
        table.class_result = { host, activity, result in
            guard let result, let (results, unit) = ResultsService.unit(of: activity, host) else { return 0 }
            result.pointee = results.result(of: unit)
            return 1
        }
        table.take_loss = { host, activity, loss in
            guard let loss, let (results, unit) = ResultsService.unit(of: activity, host),
                let found = results.takeLoss(of: unit)
            else { return 0 }
            loss.pointee = found
            return 1
        }
    }

    /// Returns the class of an activity, if that is the current one.
    private static func unit(
        of activity: UInt64, _ host: UnsafePointer<testkit_host>?
    ) -> (ResultsService, UInt32)? {
        guard let host = HostInterface.behind(host), host.isUnderWay(activity) else { return nil }
        guard let unit = host.results.view.unit, unit < host.results.table.unitCount else {
            return nil
        }
        return (host.results, unit)
    }

    /// The results of a class so far.
    private func result(of index: UInt32) -> testkit_class_result {
        let (planned, unit) = (table.planUnits[Int(index)], table.units[Int(index)])
        var result = testkit_class_result(
            executed: planned.earlier_executed, failed: planned.earlier_failed,
            unexpected: planned.earlier_unexpected, skipped: planned.earlier_skipped, is_abnormal: 0, reserved: 0)
        // A class that skips itself skips its cases.
        let isSkipped = unit.begin_state == SlotState.skipped.rawValue
        for slot in planned.first_slot..<planned.first_slot + planned.slot_count {
            // The host has those of earlier processes.
            let slot = table.slot(slot).latest
            let state = SlotState(rawValue: slot.state)
            if isSkipped || state == .skipped { result.skipped += 1 }
            guard isSkipped || state == .passed || state == .skipped || state?.isFailure == true else { continue }
            result.executed += 1
            guard state?.isFailure == true else { continue }
            result.failed += 1
            result.unexpected += slot.is_unexpected
        }
        let kept = table.unit(index)
        let hooks = [
            SlotState(rawValue: unit.begin_state), SlotState(rawValue: unit.end_state), kept.keptBeginState,
            kept.keptEndState,
        ]
        if hooks.contains(where: { $0?.isFailure == true }) { result.is_abnormal = 1 }
        return result
    }

    /// Takes the next loss of a class.
    private func takeLoss(of unit: UInt32) -> testkit_loss? {
        let count = min(table_load(&table.planHeader.pointee.loss_count), UInt32(TABLE_LOSSES))
        for place in 0..<Int(count) {
            let loss = table.losses + place
            guard loss.pointee.unit == unit, table_exchange(&table.takenLosses[place], 0, 1) != 0 else { continue }
            var taken = testkit_loss()
            taken.outcome = loss.pointee.outcome
            (taken.owner_index, taken.case_index) = (TESTKIT_NO_CLASS, TESTKIT_NO_CLASS)
            if loss.pointee.slot < table.slotCount {
                let slot = table.planSlots[Int(loss.pointee.slot)]
                (taken.owner_index, taken.case_index) = (slot.owner_index, slot.case_index)
            }
            taken.line = loss.pointee.line
            // Copies, since a child of this process may reuse the same place of the table.
            taken.file = Self.copy(&loss.pointee.file).flatMap { $0.pointee == 0 ? nil : $0 }
            taken.message = Self.copy(&loss.pointee.message)
            return taken
        }
        return nil
    }

    /// A copy of a text in the table that lives until the process ends.
    private static func copy<Bytes>(_ bytes: inout Bytes) -> UnsafePointer<CChar>? {
        withUnsafeBytes(of: &bytes) { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            return strndup(start, bytes.count).map { UnsafePointer($0) }
        }
    }
}

extension Worker {
    /// Informs the observers of a class with nothing left to run about its end.
    func tellEnd(_ interface: UnsafePointer<testkit_bundle>) {
        guard let notify = interface.pointee.class_over else { return }
        let view = self.table.unit(unit)
        let activity = Activity.end(unit: unit)
        begin(activity, .endClass, TESTKIT_PHASE_CLASS_TEAR_DOWN)
        notify(interface, activity.number, view.classIndex)
        let state = finish(activity, returned: TESTKIT_PASSED.rawValue)
        if state != .passed, view.endState?.isFailure != true {
            view.endOutput = markOutput(isWanted: true)
            view.endState = state
            countIfFailed(state, activity)
        }
        enter(.idle)
    }
}
