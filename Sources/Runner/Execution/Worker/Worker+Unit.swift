// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import WorkerShims

/// Running a class: set-up, cases, tear-down.
extension Worker {
    /// Runs a class in this process: those of some slots that wait.
    mutating func runUnit(_ index: UInt32, _ slots: Range<UInt32>, _ interface: UnsafePointer<testkit_bundle>) {
        let unit = table.units + Int(index)
        let activity = Activity.begin(unit: index)
        begin(activity, .beginClass, TESTKIT_PHASE_TEST_SET_UP)
        unit.pointee.begin_time = record.pointee.since
        let begun = interface.pointee.begin_class(interface, activity.number, unit.pointee.class_index)
        endOthers()
        var state = finish(activity, returned: begun)
        if failIfOverdue(activity, limit: unit.pointee.limit, at: worker_now()) { state = SLOT_FAILED.rawValue }
        unit.pointee.begin_output = markOutput(isWanted: true)
        table_store(&unit.pointee.begin_state, state)
        countIfFailed(state)
        if state == SLOT_PASSED.rawValue { runSlots(slots, of: unit.pointee.class_index, interface) }
        endUnit(index, interface)
    }

    /// Runs those of some cases of a class that still wait.
    private mutating func runSlots(
        _ slots: Range<UInt32>, of classIndex: UInt32, _ interface: UnsafePointer<testkit_bundle>
    ) {
        var now = worker_now()
        for index in slots {
            let slot = table.slots + Int(index)
            if slot.pointee.state == SLOT_WAITING.rawValue, !table.isStopping {
                now = runSlot(index, slot, of: classIndex, interface, at: now)
            }
        }
    }

    /// Runs one case, and returns when it ended, which is when the next one starts: one look at the clock each.
    private mutating func runSlot(
        _ index: UInt32, _ slot: UnsafeMutablePointer<run_slot>, of classIndex: UInt32,
        _ interface: UnsafePointer<testkit_bundle>, at start: UInt64
    ) -> UInt64 {
        slot.pointee.start_time = start
        slot.pointee.state = SLOT_RUNNING.rawValue
        table_store(&record.pointee.slot, index)
        let activity = Activity.run(slot: index)
        begin(activity, .runCase, TESTKIT_PHASE_BODY, at: start)
        var example: UInt32? = TESTKIT_NO_EXAMPLE
        if slot.pointee.example_index != TESTKIT_NO_EXAMPLE { example = find(slot.pointee, of: classIndex, interface) }
        Self.endStray()
        var returned = TESTKIT_FAILED.rawValue
        if let example {
            returned = interface.pointee.run_case(
                interface, activity.number, classIndex, slot.pointee.owner_index, slot.pointee.case_index, example)
        } else {
            host.report(
                Issue(kind: .error, message: "the example is not there any more; it was when it was listed"), activity)
        }
        Self.endStray()
        var state = finish(activity, returned: returned)
        let end = worker_now()
        if end - start >= Self.quickestDivision { endOthers() }
        if failIfOverdue(activity, limit: slot.pointee.limit, at: end) { state = SLOT_OVERDUE.rawValue }
        if SlotState(rawValue: state)?.isFailure ?? false, host.isUnexpected { slot.pointee.is_unexpected = 1 }
        slot.pointee.end_time = end
        let output = markOutput(isWanted: self.start.facts.keepsAllOutput || state != SLOT_PASSED.rawValue)
        slot.pointee.output_from = output.0
        slot.pointee.output_to = output.1
        table_store(&slot.pointee.state, state)
        countIfFailed(state)
        return end
    }

    /// The index of an example in this process, whose source may give other examples than when they were listed.
    ///
    /// Nil if it is not there any more; `TESTKIT_NO_EXAMPLE` if none is, which the bundle then explains.
    private func find(
        _ slot: run_slot, of classIndex: UInt32, _ interface: UnsafePointer<testkit_bundle>
    ) -> UInt32? {
        guard let count = interface.pointee.example_count, let name = interface.pointee.example_name else { return nil }
        let total = count(interface, classIndex, slot.owner_index, slot.case_index)
        if total == 0 { return TESTKIT_NO_EXAMPLE }
        func isIt(_ index: UInt32) -> Bool {
            guard let text = name(interface, classIndex, slot.owner_index, slot.case_index, index) else { return false }
            if RunTable.exampleKey(UnsafeRawBufferPointer(start: text, count: strlen(text))) == slot.example_key {
                return true
            }
            // The listing has it as a part of an identity.
            guard var escaped = IdentityEscape.escaped(String(cString: text), as: .example) else { return false }
            return escaped.withUTF8 { RunTable.exampleKey(UnsafeRawBufferPointer($0)) } == slot.example_key
        }
        if slot.example_index < total, isIt(slot.example_index) { return slot.example_index }
        return (0..<total).first(where: isIt)
    }

    /// Ends a class.
    private mutating func endUnit(_ index: UInt32, _ interface: UnsafePointer<testkit_bundle>) {
        let unit = table.units + Int(index)
        // Before the stage says that the cases are behind: a case that divided the process is the last one that ran.
        endOthers()
        table_store(&record.pointee.slot, TABLE_NONE)
        let activity = Activity.end(unit: index)
        begin(activity, .endClass, TESTKIT_PHASE_TEST_TEAR_DOWN)
        let returned = interface.pointee.end_class(interface, activity.number, unit.pointee.class_index)
        endOthers()
        let isOverdue = failIfOverdue(activity, limit: unit.pointee.limit, at: worker_now())
        let pipe = host.mendPipe()
        isMute = pipe == .gone
        for change in leakWatch?.changes(hasLostPipe: pipe != .kept) ?? [] {
            host.report(
                Issue(kind: start.leaks == .fail ? .leak : .warning, message: "left changed: \(change)"), activity
            )
        }
        var state = finish(activity, returned: returned)
        if isOverdue { state = SLOT_FAILED.rawValue }
        unit.pointee.end_time = worker_now()
        let output = markOutput(isWanted: true)
        // Where each case has a process, what went wrong in one of them stays.
        if unit.pointee.end_state <= SLOT_PASSED.rawValue || unit.pointee.end_state == SLOT_SKIPPED.rawValue {
            unit.pointee.end_output = output
            table_store(&unit.pointee.end_state, state)
        }
        countIfFailed(state)
        enter(.idle, at: unit.pointee.end_time)
    }

    /// Counts what did not come to a good end.
    func countIfFailed(_ state: UInt32) {
        if state != SLOT_PASSED.rawValue, state != SLOT_SKIPPED.rawValue { table.countFailure() }
    }

    /// Closes a unit and stands idle.
    func leave(_ index: UInt32) {
        enter(.idle)
        table.close(index)
        table_store(&record.pointee.unit, TABLE_NONE)
    }

    /// Notes an activity in the table and for late reports.
    func begin(_ activity: Activity, _ stage: WorkerStage, _ phase: testkit_phase, at time: UInt64? = nil) {
        crash_trace_forget()
        host.start(activity, phase: phase, streamKey: chance.hasStreams ? table.streamKey(of: activity) : 0)
        enter(stage, at: time)
        if sanitizer_untold() > 0 { host.reportFindings(activity, isEarly: true) }
    }

    /// Returns the state for a bundle's status: an issue is a failure, whatever the status.
    func finish(_ activity: Activity, returned status: UInt32) -> UInt32 {
        if sanitizer_untold() > 0 { host.reportFindings(activity) }
        let hasFailed = host.finish()
        switch status {
        case TESTKIT_PASSED.rawValue: return hasFailed ? SLOT_FAILED.rawValue : SLOT_PASSED.rawValue
        case TESTKIT_FAILED.rawValue: return SLOT_FAILED.rawValue
        case TESTKIT_SKIPPED.rawValue: return hasFailed ? SLOT_FAILED.rawValue : SLOT_SKIPPED.rawValue
        default: return SLOT_INVALID.rawValue
        }
    }

    /// Where in the capture file the output since the last mark stands.
    ///
    /// Asks the kernel only where the standard library holds output back or somebody wants to know.
    mutating func markOutput(isWanted: Bool) -> (UInt64, UInt64) {
        guard isWanted || worker_pending_output() > 0 else { return (outputMark, outputMark) }
        worker_flush_output()
        let start = outputMark
        outputMark = captureEnd()
        record.pointee.output_from = outputMark
        return (start, max(start, outputMark))
    }

    /// How long the capture file is.
    func captureEnd() -> UInt64 {
        let end = lseek(STDOUT_FILENO, 0, SEEK_END)
        return end < 0 ? outputMark : UInt64(end)
    }
}
