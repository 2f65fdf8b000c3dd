// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport
import WorkerShims

/// Running cases of a class at the same time, by the means of their own framework.
///
/// One of them is the current one: its place and its limit are what the host sees of this process.
extension Worker {
    /// Whether a case runs at the same time as others of its class.
    ///
    /// Not where the seed decides which task runs next: that is among the tasks of one case.
    func runsTogether(_ slot: SlotView) -> Bool {
        slot.runsTogether && start.strategies.isEmpty
            && (slot.taskSource ?? (schedulesBySeed ? .seeded : .system)) == .system
    }

    /// Runs those of some cases that run at the same time; returns whether there are any.
    func runTogether(
        _ slots: Range<UInt32>, of classIndex: UInt32, _ interface: UnsafePointer<testkit_bundle>,
        in phase: testkit_phase
    ) -> Bool {
        let chosen = slots.filter { table.slot($0).runsTogether && isWaiting($0) && runsTogether(table.slot($0)) }
        guard chosen.count > 1, !table.unit(unit).isApart,
            let address = interface.pointee.get_extension?(interface, TESTKIT_CONCURRENCY_EXTENSION),
            let run = address.assumingMemoryBound(to: testkit_concurrency.self).pointee.run_cases
        else { return false }
        waitForMeasuring()
        if table.isStopping { return true }
        together = chosen.map { ($0, nil) }
        let now = worker_now()
        for index in chosen {
            table.slot(index).begin(at: now)
            reach_enter(index)
        }
        // The case with the shortest limit is the current one.
        let current = chosen.min { table.slot($0).limit < table.slot($1).limit } ?? chosen[0]
        place.since = now
        place.slot = current
        begin(.run(slot: current), .runCase, phase, at: now)
        host.start(beside: chosen.filter { $0 != current }.map { .run(slot: $0) })
        let calls = chosen.map { index in
            let (owner, caseIndex) = table.slot(index).declaration
            var call = testkit_call()
            (call.activity, call.owner_index, call.case_index) = (Activity.run(slot: index).number, owner, caseIndex)
            // An example that is not there any more fails by the bundle, which does not find it either.
            call.example_index =
                table.slot(index).exampleIndex == TESTKIT_NO_EXAMPLE
                ? TESTKIT_NO_EXAMPLE : find(table.slot(index), of: classIndex, interface) ?? .max - 1
            return call
        }
        WorkerView.endStray()
        run(
            interface, classIndex, calls, UInt32(calls.count),
            { context, index, status in
                guard let context else { return }
                Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue().note(endOf: Int(index), status)
            }, Unmanaged.passUnretained(self).toOpaque())
        WorkerView.endStray()
        endOthers()
        for index in together.indices where together[index].status == nil { note(endOf: index, .max) }
        // The current one is the last.
        if let last = together.first(where: { $0.slot == place.slot }) {
            end(last.slot, last.status ?? .max, leaving: nil)
        }
        chosen.forEach(reach_credit)
        _ = markOutput(isWanted: true)
        return true
    }

    /// Notes the result of one of the cases; after the last result, the main thread goes on.
    private func note(endOf index: Int, _ status: UInt32) {
        guard together.indices.contains(index), together[index].status == nil else { return }
        together[index].status = status
        let slot = together[index].slot
        if slot != place.slot { return end(slot, status, leaving: place.slot) }
        let next = together.lazy.filter { $0.status == nil }.map(\.slot).min {
            table.slot($0).limit < table.slot($1).limit
        }
        if let next { end(slot, status, leaving: next) }
    }

    /// Ends one of the cases; one of those that go on is the current one from now on.
    private func end(_ index: UInt32, _ status: UInt32, leaving other: UInt32?) {
        let (slot, activity, now) = (table.slot(index), Activity.run(slot: index), worker_now())
        let isOverdue = now - slot.started > slot.limit && failIfOverdue(activity, limit: slot.limit, at: now)
        var (state, isUnexpected): (SlotState, Bool)
        if let other {
            let failure = host.finish(activity, leaving: .run(slot: other))
            // Before the case is final: then it is not what this process is at.
            place.slot = other
            (state, isUnexpected) = (Self.state(of: status, hasFailed: failure != .none), failure != .expected)
        } else {
            (state, isUnexpected) = (finish(activity, returned: status), host.isUnexpected)
        }
        if isOverdue { state = .overdue }
        slot.isUnexpected = state.isFailure && isUnexpected
        worker_flush_output()
        // It is unknown which of them has printed what.
        slot.end(state, output: (outputMark, max(outputMark, captureEnd())), at: now)
        countIfFailed(state, activity)
    }
}
