// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// Running a class: set-up, cases, tear-down.
extension Worker {
    /// Runs the class in this process: those of the given slots that wait.
    func runUnit(_ slots: Range<UInt32>, _ interface: UnsafePointer<testkit_bundle>) {
        let view = table.unit(unit)
        if start.watchesData { dataWatch = DataWatch(leavingOut: start.facts.adapters.all.map(\.value)) }
        waitForMeasuring()
        let activity = Activity.begin(unit: unit)
        expectCoverage(of: view, interface)
        if let first = slots.first { reach_enter(first) }
        passOverOutput()
        begin(activity, .beginClass, TESTKIT_PHASE_TEST_SET_UP)
        view.begin(at: place.since)
        let begun = interface.pointee.begin_class(interface, activity.number, view.classIndex)
        endOthers()
        var state = finish(activity, returned: begun)
        if failIfOverdue(activity, limit: view.limit, at: worker_now()) { state = .failed }
        view.beginOutput = markOutput(isWanted: true)
        view.beginState = state
        countIfFailed(state, activity)
        // An array with the first would need its type at the first class of each process.
        var rest: [Range<UInt32>] = []
        if state == .passed {
            runSlots(slots, of: view.classIndex, interface)
            while let more = nextSlice(interface) {
                runSlots(more, of: view.classIndex, interface)
                rest.append(more)
            }
        }
        endUnit(interface)
        // Set-up and tear-down are every test's.
        if !rest.isEmpty || slots.count > 1 {
            slots.forEach(reach_credit)
            rest.joined().forEach(reach_credit)
        }
        coverage_save()
    }

    /// Goes on with another slice of the current class, if the host has handed one over and it comes next; returns its cases.
    ///
    /// The slice before it is closed. So a class has one set-up and one look for leaks for all slices that follow each other here, and
    /// the host may hand them out as finely as it likes.
    private func nextSlice(_ interface: UnsafePointer<testkit_bundle>) -> Range<UInt32>? {
        let view = table.unit(unit)
        guard view.isSlice, !isChild, dataWatch == nil, !view.isObserved, !table.isStopping, !isMute,
            let order = orderReader.orderAtHand()
        else { return nil }
        guard case .run(let next, let asksForMore, _) = order, next < table.unitCount,
            case let slice = table.unit(next), slice.isSlice, slice.bundle == view.bundle,
            slice.classIndex == view.classIndex, !slice.isSpent, !slice.isClosed,
            slice.slots.contains(where: isWaiting),
            start.names?.missing(from: interface, unit: next, slice.slots) == nil
        else {
            orderReader.putBack(order)
            return nil
        }
        let now = worker_now()
        view.end(at: now)
        view.endState = .passed
        slice.mark()
        slice.begin(at: now)
        slice.beginState = .passed
        place.slot = nil
        place.unit = next
        host.noteBegun(next)
        table.close(unit)
        unit = next
        if asksForMore { host.send(.needsUnits) }
        return slice.slots
    }

    /// Waits as long as a case of another worker measures.
    func waitForMeasuring() {
        guard MeasuringService.holdsBack(table) else { return }
        // This time counts for no case.
        enter(.idle)
        MeasuringService.wait(table)
    }

    /// Names the class whose coverage is lost if the process is killed from here on.
    private func expectCoverage(of view: UnitView, _ interface: UnsafePointer<testkit_bundle>) {
        guard start.facts.profiles != nil, let type = interface.pointee.get_class(interface, view.classIndex),
            let name = type.pointee.name
        else { return }
        coverage_expect(Identity.ofClass(String(cString: name), in: start.facts.files[view.bundle].name))
    }

    /// Runs those of the given cases of a class that still wait.
    private func runSlots(
        _ slots: Range<UInt32>, of classIndex: UInt32, _ interface: UnsafePointer<testkit_bundle>
    ) {
        layOut(slots)
        var now = worker_now()
        // Another framework may do anything before a body: whether the case runs may still be open.
        let isAdapted = start.facts.files[table.unit(unit).bundle].isAdapted
        let phase = isAdapted ? TESTKIT_PHASE_CASE_SET_UP : TESTKIT_PHASE_BODY
        let hasCompany = runTogether(slots, of: classIndex, interface, in: phase)
        if hasCompany { now = worker_now() }
        for index in slots {
            let slot = table.slot(index)
            if hasCompany, runsTogether(slot) { continue }
            if MeasuringService.holdsBack(table) {
                waitForMeasuring()
                now = worker_now()
            }
            if slot.isWaiting, !table.isStopping {
                now = runSlot(index, slot, of: classIndex, interface, in: phase, at: now)
            }
        }
    }

    /// Prepares the pages to which the results of some cases are about to be written.
    ///
    /// Also those of the following cases, if no other worker will run these.
    private func layOut(_ slots: Range<UInt32>) {
        guard orderReader.isKept, !isChild else { return table.layOut(slots) }
        guard slots.upperBound > laidOut else { return }
        let cases = max(slots.lowerBound, laidOut)..<min(table.slotCount, slots.upperBound + Self.slotsAhead)
        table.layOut(cases)
        laidOut = cases.upperBound
    }

    /// The number of following cases for which the memory of results is made ready: some pages.
    private static let slotsAhead: UInt32 = 4096

    /// Runs one case, and returns when it ended, which is when the next one starts: one look at the clock each.
    private func runSlot(
        _ index: UInt32, _ slot: SlotView, of classIndex: UInt32, _ interface: UnsafePointer<testkit_bundle>,
        in phase: testkit_phase, at start: UInt64
    ) -> UInt64 {
        slot.begin(at: start)
        reach_enter(index)
        // First: the host must not mistake the last case's start for this one's.
        place.since = start
        place.slot = index
        let activity = Activity.run(slot: index)
        begin(activity, .runCase, phase, at: start)
        var example: UInt32? = TESTKIT_NO_EXAMPLE
        if slot.exampleIndex != TESTKIT_NO_EXAMPLE { example = find(slot, of: classIndex, interface) }
        WorkerView.endStray()
        var returned = TESTKIT_FAILED.rawValue
        if let example {
            let (owner, caseIndex) = slot.declaration
            returned = interface.pointee.run_case(interface, activity.number, classIndex, owner, caseIndex, example)
        } else {
            host.report(
                Issue(
                    kind: .error,
                    message: "the example no longer exists; its source must give the same examples each time"), activity
            )
        }
        WorkerView.endStray()
        var state = finish(activity, returned: returned)
        let end = worker_now()
        if end - start >= Self.quickestDivision { endOthers() }
        // By the clock alone, which nearly always is enough: time in which the run stood still does not count.
        if end - start > slot.limit, failIfOverdue(activity, limit: slot.limit, at: end) { state = .overdue }
        // A case that had ended its process would not come here; the host writes the message.
        if state == .passed, table.unit(unit).isApart { state = .failed }
        if state.isFailure, host.isUnexpected { slot.isUnexpected = true }
        let output = markOutput(isWanted: self.start.facts.keepsAllOutput || state != .passed)
        slot.end(state, output: output, at: end)
        countIfFailed(state, activity)
        return end
    }

    /// The index of an example in this process, whose source may give other examples than when they were listed.
    ///
    /// Nil if it is not there any more; `TESTKIT_NO_EXAMPLE` if none is, which the bundle then explains.
    func find(
        _ slot: SlotView, of classIndex: UInt32, _ interface: UnsafePointer<testkit_bundle>
    ) -> UInt32? {
        let (owner, caseIndex) = slot.declaration
        guard let count = interface.pointee.example_count, let name = interface.pointee.example_name else { return nil }
        let total = count(interface, classIndex, owner, caseIndex)
        if total == 0 { return TESTKIT_NO_EXAMPLE }
        func has(_ index: UInt32, _ key: UInt64) -> Bool {
            guard let text = name(interface, classIndex, owner, caseIndex, index) else { return false }
            if RunTable.exampleKey(UnsafeRawBufferPointer(start: text, count: strlen(text))) == key { return true }
            // The listing has it as a part of an identity.
            guard var escaped = IdentityEscape.escaped(String(cString: text), as: .example) else { return false }
            return escaped.withUTF8 { RunTable.exampleKey(UnsafeRawBufferPointer($0)) } == key
        }
        let (place, key) = (slot.exampleIndex, slot.exampleKey)
        if place < total, has(place, key) { return place }
        if let found = (0..<total).first(where: { has($0, key) }) { return found }
        // The text of an argument in a test executable may differ in each process: then its place counts, unless another planned case is
        // there.
        let view = table.unit(unit)
        guard start.facts.adapters[view.bundle] != nil, place < total else { return nil }
        let isOther = view.slots.contains { index in
            let other = table.slot(index)
            return other.declaration == slot.declaration && has(place, other.exampleKey)
        }
        return isOther ? nil : place
    }

    /// Ends a class.
    private func endUnit(_ interface: UnsafePointer<testkit_bundle>) {
        let view = table.unit(unit)
        // Before the stage says that the cases are done: a case that divided the process is the last one that ran.
        endOthers()
        place.slot = nil
        passOverOutput()
        let activity = Activity.end(unit: unit)
        begin(activity, .endClass, TESTKIT_PHASE_TEST_TEAR_DOWN)
        let returned = interface.pointee.end_class(interface, activity.number, view.classIndex)
        // Before the search for leaks: the scheduler opens files.
        endSchedule(activity)
        endOthers()
        let isOverdue = failIfOverdue(activity, limit: view.limit, at: worker_now())
        let pipe = host.mendPipe()
        isMute = pipe == .gone
        let left = (leakWatch?.changes(hasLostPipe: pipe != .kept) ?? []) + shownChanges(by: view.bundle)
        for change in left + (dataWatch?.changes() ?? []) {
            host.report(
                Issue(
                    kind: start.leaks == .fail ? .leak : .warning,
                    message: "left its process changed: \(change)"), activity
            )
        }
        var state = finish(activity, returned: returned)
        if isOverdue { state = .failed }
        let end = worker_now()
        view.end(at: end)
        let output = markOutput(isWanted: true)
        // If each case has a process, a failure of one process is not overwritten by the next.
        if !(view.endState?.isFailure ?? true) {
            view.endOutput = output
            view.endState = state
        }
        countIfFailed(state, activity)
        enter(.idle, at: end)
    }

    /// Counts a failed case, set-up or tear-down.
    func countIfFailed(_ state: SlotState, _ activity: Activity) {
        if state.isFailure { table.countFailure(of: activity) }
    }

    /// Closes the class, and becomes idle.
    func leaveUnit() {
        enter(.idle)
        table.close(unit)
        place.unit = nil
    }

    /// Notes an activity in the table and for late reports.
    func begin(_ activity: Activity, _ stage: WorkerStage, _ phase: testkit_phase, at time: UInt64? = nil) {
        crash_trace_forget()
        host.start(activity, phase: phase, streamKey: drawsBySeed ? table.streamKey(of: activity) : 0)
        enter(stage, at: time)
        if sanitizer_untold() > 0 { host.reportFindings(activity, isEarly: true) }
        if seeder.hasSchedules { beginSchedule(activity) }
    }

    /// Returns the state for a bundle's status: an issue is a failure, whatever the status.
    func finish(_ activity: Activity, returned status: UInt32) -> SlotState {
        endSchedule(activity)
        if sanitizer_untold() > 0 { host.reportFindings(activity) }
        return Self.state(of: status, hasFailed: host.finish())
    }

    /// Returns the state for a bundle's status.
    static func state(of status: UInt32, hasFailed: Bool) -> SlotState {
        switch status {
        case TESTKIT_PASSED.rawValue: return hasFailed ? .failed : .passed
        case TESTKIT_FAILED.rawValue: return .failed
        case TESTKIT_SKIPPED.rawValue: return hasFailed ? .failed : .skipped
        default: return .invalid
        }
    }

    /// Returns the range of the output since the last mark in the capture file.
    ///
    /// Asks the kernel only if the C library has buffered output or `isWanted` is true.
    func markOutput(isWanted: Bool) -> (UInt64, UInt64) {
        guard isWanted || worker_pending_output() > 0 else { return (outputMark, outputMark) }
        worker_flush_output()
        if worker_take_output_failure() != 0 { place.hasLostOutput = true }
        let start = outputMark
        outputMark = captureEnd()
        place.outputStart = outputMark
        return (start, max(start, outputMark))
    }

    /// Leaves out what was printed before a class's set-up or tear-down: while the bundle was opened, or by a case that passed.
    private func passOverOutput() { _ = markOutput(isWanted: true) }

    /// The length of the capture file.
    func captureEnd() -> UInt64 {
        if isPiped, let outputPipe { return outputPipe.end }
        let end = worker_output_end()
        return end < 0 ? outputMark : UInt64(end)
    }
}
