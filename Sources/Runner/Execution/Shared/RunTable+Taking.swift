// SPDX-License-Identifier: MIT

import WorkerShims

/// Takes over the results that a worker wrote to its own pages into the results that the host believes.
///
/// Results that the host itself has written there stay: the worker had died, and the host knows more.
extension RunTable {
    /// Takes over a case's result, unless the host has one.
    ///
    /// - Returns: The state that the host has then, or the worker's where that is not final; nil where it cannot be true.
    func take(slot index: UInt32, from worker: RunTable) -> SlotState? {
        let (kept, written) = (slots + Int(index), worker.slots + Int(index))
        let number = table_load(&kept.pointee.state)
        if number != SlotState.waiting.rawValue { return SlotState(rawValue: number) }
        guard let state = worker.slot(index).state, state != .lost, state != .notRun else { return nil }
        guard state.isFinal else { return state }
        kept.pointee = written.pointee
        // By now, the bundle may have written another.
        table_store(&kept.pointee.state, state.rawValue)
        return state
    }

    /// Takes over what a worker that has ended wrote of a class and its cases.
    func takeAll(ofUnit index: UInt32, from worker: RunTable) {
        take(unit: index, from: worker)
        for slot in unit(index).slots where self.slot(slot).isWaiting {
            guard let state = take(slot: slot, from: worker), !state.isFinal else { continue }
            slots[Int(slot)].start_time = worker.slots[Int(slot)].start_time
        }
    }

    /// Takes over what a worker wrote of a class, as far as that can be true; not that it is closed.
    func take(unit index: UInt32, from worker: RunTable) {
        let (kept, written) = (units + Int(index), worker.units[Int(index)])
        if written.begin_time > 0 { kept.pointee.begin_time = written.begin_time }
        if written.end_time > 0 { kept.pointee.end_time = written.end_time }
        if let state = Self.state(written.begin_state, after: kept.pointee.begin_state) {
            kept.pointee.begin_output = written.begin_output
            table_store(&kept.pointee.begin_state, state.rawValue)
        }
        if let state = Self.state(written.end_state, after: kept.pointee.end_state) {
            kept.pointee.end_output = written.end_output
            table_store(&kept.pointee.end_state, state.rawValue)
        }
        if written.is_observed != 0 { table_store(&kept.pointee.is_observed, 1) }
    }

    /// The state of a set-up or tear-down that a worker wrote; nil if it wrote none, or the host has a failure, which stays.
    private static func state(_ written: UInt32, after kept: UInt32) -> SlotState? {
        guard let state = SlotState(rawValue: written), state.isFinal else { return nil }
        return SlotState(rawValue: kept)?.isFailure == true ? nil : state
    }
}
