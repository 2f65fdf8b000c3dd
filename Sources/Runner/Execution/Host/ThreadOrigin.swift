// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// The thread on which a worker crashed, and its origin, which need not be the running case.
///
/// Rule 45.
struct ThreadOrigin {
    /// Whether it is the main thread, or unknown.
    private let isMain: Bool
    /// The origin that the thread noted; `thread` is 0 where it noted none.
    private let origin: thread_origin
    /// The class and the case in which the worker crashed, by index in the plan.
    private let (unit, slot): (UInt32?, UInt32?)

    /// The case in whose work it ended, if that is known, by index in the plan.
    private let starter: UInt32?

    /// Looks up the thread on which a worker crashed.
    init(of worker: Int, in table: RunTable) {
        let trace = table.trace(worker)
        let thread = crash_trace_crashed_thread(trace)
        isMain = thread == 0 || thread == trace.pointee.process || process_notes_threads() == 0
        origin = thread_origin_find(table.worker(worker).record, thread)
        let place = table.worker(worker)
        (unit, slot) = (place.unit, place.slot)
        if case .run(let slot) = Activity(number: place.endedIn) { starter = slot } else { starter = nil }
    }

    /// The origin as a phrase that follows the place of the crash; "" where the case or its class started it, and for
    /// libdispatch's threads, which work for all activities.
    func words(_ registry: Registry, _ plan: Plan, _ files: [BundleFile]) -> String {
        if let starter, starter != slot, plan.slots.indices.contains(Int(starter)) {
            return
                ", in work that \(registry.identity(of: plan.slots[Int(starter)])) started, and not the test"
        }
        if isMain || origin.thread != 0 && origin.is_pool != 0 { return "" }
        if origin.thread == 0 { return ", on a thread of unknown origin, which may not belong to the test" }
        let starter =
            switch WorkerStage(rawValue: origin.stage) {
            case .loading, .registering, .examples: loader(files)
            case .beginClass, .runCase, .endClass: test(registry, plan)
            default: String?.none
            }
        return starter.map { ", on a thread that \($0), and not the test" } ?? ""
    }

    /// The bundle that started the thread while the bundle was loaded.
    private func loader(_ files: [BundleFile]) -> String? {
        guard files.indices.contains(Int(origin.bundle)) else { return nil }
        let isOpening = WorkerStage(rawValue: origin.stage) == .loading
        return "the bundle \(files[Int(origin.bundle)].name) started while it was "
            + (isOpening ? "opened (in a constructor)" : "registered")
    }

    /// The test that started the thread; nil if that is the crashed test, or its class.
    private func test(_ registry: Registry, _ plan: Plan) -> String? {
        guard plan.units.indices.contains(Int(origin.unit)) else { return nil }
        let isCase = WorkerStage(rawValue: origin.stage) == .runCase && plan.slots.indices.contains(Int(origin.slot))
        if origin.unit == unit, !isCase || origin.slot == slot { return nil }
        let identity =
            isCase
            ? registry.identity(of: plan.slots[Int(origin.slot)])
            : registry.identity(ofClass: plan.units[Int(origin.unit)].classIndex)
        return "\(identity) started"
    }
}
