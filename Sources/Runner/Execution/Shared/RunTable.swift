// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// The memory that the host shares with its workers: the plan and its results.
///
/// `run_table.h` has the layout and the writer of each field. The host makes a table before its first worker, and
/// every worker inherits it. Pages that are touched take memory, the rest only address space.
///
/// A worker writes its results to pages of its own (`ResultPages`), which no other worker has. The host takes them over into its own
/// results, which workers can only read.
///
/// Rule 37.
public struct RunTable {
    /// The most workers that can be alive at once.
    static let workerCapacity = WorkerCount.largest
    /// The most classes in a plan.
    static let unitCapacity = 1 << 19
    /// The most cases and examples in a plan.
    static let slotCapacity = 1 << 21
    /// The most bytes that the listing of all bundles may take.
    static let arenaCapacity = 1 << 28

    /// The header of what workers only read; all up to `slotStreams` is in these pages.
    let planHeader: UnsafeMutablePointer<plan_header>
    /// The planned units, one for each class in the plan.
    let planUnits: UnsafeMutablePointer<plan_unit>
    /// The plan's record of each case.
    let planSlots: UnsafeMutablePointer<plan_slot>
    /// The lost activities that observers are to hear of, by number.
    let losses: UnsafeMutablePointer<lost_activity>
    /// The key of each class's stream of random numbers, by unit; there once `has_streams` says so.
    private let unitStreams: UnsafeMutablePointer<UInt64>
    /// The key of each case's stream, by slot.
    private let slotStreams: UnsafeMutablePointer<UInt64>

    /// The result of each class in the plan, as the host believes it.
    private let keptUnits: UnsafeMutablePointer<run_unit>
    /// The result of each case in the plan, as the host believes it.
    private let keptSlots: UnsafeMutablePointer<run_slot>

    /// The result of each class: those that the host believes, or a worker's own.
    private(set) var units: UnsafeMutablePointer<run_unit>
    /// The result of each case: those that the host believes, or a worker's own.
    private(set) var slots: UnsafeMutablePointer<run_slot>

    /// The header of what all workers write.
    let header: UnsafeMutablePointer<run_table_header>
    /// The parts of workers' records that others may read, one for each worker that can be alive.
    let presences: UnsafeMutablePointer<worker_presence>
    /// For each lost activity, 1 once the observers have it; written by the worker that runs the unit.
    let takenLosses: UnsafeMutablePointer<UInt32>
    /// The memory for the listing of the loading worker.
    let arena: UnsafeMutableRawBufferPointer

    /// The pages of each worker, by its place: `noPages` where none has been.
    private let pages: UnsafeMutablePointer<ResultPages>
    /// The pages of a place before its first worker.
    private let noPages: ResultPages

    /// The whole table.
    private let mapping: UnsafeMutableRawBufferPointer
    /// The number of its bytes that workers only read, from the start.
    private let planSize: Int
    /// These bytes once more, without the right to write; nil where the system does not let that be.
    private let readOnlyPlan: UnsafeMutableRawPointer?
    /// The largest page of any system that the runner supports, in bytes.
    private static let pageSize = 1 << 16

    /// Maps an empty table.
    public init() throws(SystemFault) {
        var size = 0
        func place<Element>(_: Element.Type, _ count: Int) -> Int {
            let start = (size + 63) & ~63
            size = start + MemoryLayout<Element>.stride * count
            return start
        }
        // The plan comes first: a mapping of the rest can be made longer, but never to begin earlier.
        let planStart = place(plan_header.self, 1)
        let planUnitsStart = place(plan_unit.self, Self.unitCapacity)
        let planSlotsStart = place(plan_slot.self, Self.slotCapacity)
        let lossesStart = place(lost_activity.self, Int(TABLE_LOSSES))
        let unitStreamsStart = place(UInt64.self, Self.unitCapacity)
        let slotStreamsStart = place(UInt64.self, Self.slotCapacity)
        let unitsStart = place(run_unit.self, Self.unitCapacity)
        let slotsStart = place(run_slot.self, Self.slotCapacity)
        size = (size + Self.pageSize - 1) & ~(Self.pageSize - 1)
        planSize = size
        let headerStart = place(run_table_header.self, 1)
        let presencesStart = place(worker_presence.self, Self.workerCapacity)
        let takenLossesStart = place(UInt32.self, Int(TABLE_LOSSES))
        let arenaStart = place(UInt8.self, Self.arenaCapacity)
        var readOnly: UnsafeMutableRawPointer?
        guard let base = worker_table_memory(size, planSize, &readOnly) else {
            throw SystemFault("failed to map \(size >> 20) MB of shared address space")
        }
        noPages = try .ofNobody()
        pages = .allocate(capacity: Self.workerCapacity)
        pages.initialize(repeating: noPages, count: Self.workerCapacity)
        mapping = UnsafeMutableRawBufferPointer(start: base, count: size)
        readOnlyPlan = readOnly
        planHeader = (base + planStart).assumingMemoryBound(to: plan_header.self)
        planUnits = (base + planUnitsStart).assumingMemoryBound(to: plan_unit.self)
        planSlots = (base + planSlotsStart).assumingMemoryBound(to: plan_slot.self)
        takenLosses = (base + takenLossesStart).assumingMemoryBound(to: UInt32.self)
        header = (base + headerStart).assumingMemoryBound(to: run_table_header.self)
        presences = (base + presencesStart).assumingMemoryBound(to: worker_presence.self)
        keptUnits = (base + unitsStart).assumingMemoryBound(to: run_unit.self)
        keptSlots = (base + slotsStart).assumingMemoryBound(to: run_slot.self)
        (units, slots) = (keptUnits, keptSlots)
        losses = (base + lossesStart).assumingMemoryBound(to: lost_activity.self)
        unitStreams = (base + unitStreamsStart).assumingMemoryBound(to: UInt64.self)
        slotStreams = (base + slotStreamsStart).assumingMemoryBound(to: UInt64.self)
        arena = UnsafeMutableRawBufferPointer(start: base + arenaStart, count: Self.arenaCapacity)
    }

    /// Frees the memory after the last use of the table.
    public func unmap() {
        munmap(mapping.baseAddress, mapping.count)
        if let readOnlyPlan { munmap(readOnlyPlan, planSize) }
        for place in 0..<Self.workerCapacity where pages[place] != noPages { pages[place].unmap() }
        noPages.unmap()
        pages.deallocate()
    }

    /// Gives the worker that is about to be forked at a place pages of its own; those of the one before it are freed.
    ///
    /// Not the same pages: what that one left running may still write there.
    func openPages(ofWorker index: Int) throws(SystemFault) {
        let new = try ResultPages()
        if pages[index] != noPages { pages[index].unmap() }
        pages[index] = new
        worker(index).clear()
        crash_trace_clear(trace(index))
    }

    /// Has no process inherit a worker's pages that is forked from now on.
    func hidePages(ofWorker index: Int) { pages[index].hide() }

    /// The table with the results as a worker writes them.
    func written(by worker: Int) -> RunTable {
        var table = self
        (table.units, table.slots) = (pages[worker].units, pages[worker].slots)
        return table
    }

    /// Has the pages ready to which a worker is about to write the results of some cases, from 16 kB up to a megabyte.
    ///
    /// All at once: one by one, at the first write to each, they take longer than what is written to them.
    func layOut(_ cases: Range<UInt32>) {
        let size = min(1 << 20, cases.count * MemoryLayout<run_slot>.stride)
        if size >= 1 << 14 { worker_touch_pages(slots + Int(cases.lowerBound), size) }
    }

    /// A worker's place.
    func worker(_ index: Int) -> WorkerView {
        WorkerView(record: pages[index].record, presence: presences + index)
    }

    /// The memory to which a worker writes the stack of a crash.
    func trace(_ worker: Int) -> UnsafeMutablePointer<crash_trace> { pages[worker].trace }

    /// A class of the plan.
    func unit(_ index: UInt32) -> UnitView {
        UnitView(plan: planUnits + Int(index), record: units + Int(index), kept: keptUnits + Int(index))
    }

    /// A case of the plan.
    func slot(_ index: UInt32) -> SlotView {
        SlotView(plan: planSlots + Int(index), record: slots + Int(index), kept: keptSlots + Int(index))
    }

    /// Takes the right to write the plan from this process and from all that it forks; from Linux 5.1 on, for good.
    ///
    /// A worker calls it once, before it opens a bundle.
    ///
    /// - Returns: Whether the system allows it.
    func protectPlan() -> Bool { worker_protect_plan(mapping.baseAddress, planSize, readOnlyPlan) == 0 }

    /// The written part of the listing, in bytes.
    var listingSize: UInt64 {
        get { table_load64(&header.pointee.arena_used) }
        nonmutating set { table_store64(&header.pointee.arena_used, newValue) }
    }

    /// The listing as written so far, copied, since a bundle's code may scribble over shared memory.
    func copyListing() -> [UInt8] {
        let used = min(Int(clamping: listingSize), arena.count)
        var bytes: [UInt8] = []
        bytes.reservePages(used)
        bytes.append(contentsOf: arena[..<used])
        return bytes
    }

    /// A plan that the table has no room for.
    public struct TooLarge: Error, CustomStringConvertible {
        /// The message for the user.
        public let description: String
    }

    /// Writes the plan where the workers read it.
    ///
    /// No worker may be running. Nothing more is started once `failureLimit` is reached, unless that is nil; each case and hook may take `limit` nanoseconds. With the number of an attempt, the keys of its streams of random numbers are
    /// written as well.
    func store(
        _ plan: Plan, _ registry: Registry, failureLimit: FailureLimit? = nil, limit: UInt64 = .max,
        streamsOfAttempt attempt: UInt32? = nil
    ) throws(TooLarge) {
        guard plan.units.count <= Self.unitCapacity, plan.slots.count <= Self.slotCapacity else {
            let size = "\(plan.units.count) classes and \(plan.slots.count) cases"
            let room = "\(Self.unitCapacity) and \(Self.slotCapacity)"
            throw TooLarge(
                description: "the plan has \(size); the limit of one run is \(room); use --filter or --shard")
        }
        for (index, unit) in plan.units.enumerated() {
            let entry = registry.classes[unit.classIndex]
            units[index] = run_unit()
            planUnits[index] = plan_unit()
            planUnits[index].bundle = UInt32(entry.bundle)
            planUnits[index].class_index = entry.index
            planUnits[index].first_slot = UInt32(unit.slots.lowerBound)
            planUnits[index].slot_count = UInt32(unit.slots.count)
            planUnits[index].run_group = unit.runGroup
            planUnits[index].worker = TABLE_NONE
            planUnits[index].limit = limit
        }
        if let prescription = plan.prescription { store(prescription) }
        noteSlices(plan, registry)
        if !registry.endings.isEmpty { setApart(plan, registry) }
        storeSlots(plan, registry, limit: limit, streamsOfAttempt: attempt)
        planHeader.pointee.unit_count = UInt32(plan.units.count)
        planHeader.pointee.slot_count = UInt32(plan.slots.count)
        planHeader.pointee.failure_limit = failureLimit.map { UInt32(clamping: $0.count) } ?? TABLE_NONE
        if let failureLimit { noteUncounted(plan, failureLimit) }
        planHeader.pointee.loss_count = 0
        planHeader.pointee.has_streams = attempt == nil ? 0 : 1
        header.pointee.failure_count = 0
        header.pointee.is_stopping = 0
    }

    /// Notes which failures do not count towards the limit.
    private func noteUncounted(_ plan: Plan, _ limit: FailureLimit) {
        for (number, unit) in plan.units.enumerated() {
            if !limit.counts(.unit(classIndex: unit.classIndex)) { planUnits[number].is_uncounted = 1 }
            for index in unit.slots where !limit.counts(.slot(plan.slots[index])) { planSlots[index].is_uncounted = 1 }
        }
    }

    /// Writes the slots of a plan, and the keys of their streams for an attempt if there is one.
    private func storeSlots(_ plan: Plan, _ registry: Registry, limit: UInt64, streamsOfAttempt attempt: UInt32?) {
        // All pages at once: one by one, they take longer than what is written to them.
        worker_touch_pages(slots, plan.slots.count * MemoryLayout<run_slot>.stride)
        worker_touch_pages(planSlots, plan.slots.count * MemoryLayout<plan_slot>.stride)
        if attempt != nil { touchStreams(plan) }
        registry.bytes.withUnsafeBytes { bytes in
            for (number, unit) in plan.units.enumerated() {
                let key = attempt.map { storeStream(ofUnit: number, plan, registry, attempt: $0) }
                for index in unit.slots {
                    registry.fetch(behind: index, of: plan.slots, in: key == nil ? nil : bytes)
                    let slot = plan.slots[index]
                    let entry = registry.cases[Int(slot.caseIndex)]
                    slots[index] = run_slot()
                    planSlots[index] = plan_slot()
                    planSlots[index].owner_index = entry.ownerIndex
                    planSlots[index].case_index = entry.index
                    planSlots[index].example_index = slot.exampleIndex
                    if !registry.taskSources.isEmpty, let source = registry.taskSources[Int(slot.caseIndex)] {
                        planSlots[index].tasks = source == .seeded ? 1 : 2
                    }
                    if registry.keepsRunning.contains(Int(slot.caseIndex)) { planSlots[index].keeps_running = 1 }
                    if registry.runningTogether.contains(Int(slot.caseIndex)) { planSlots[index].runs_together = 1 }
                    planSlots[index].limit = limit
                    if slot.exampleIndex != TESTKIT_NO_EXAMPLE {
                        let name = registry.examples[entry.examples.lowerBound + Int(slot.exampleIndex)]
                        let text = UnsafeRawBufferPointer(rebasing: bytes[name.range])
                        planSlots[index].example_key = Self.exampleKey(text)
                    }
                    if let key { storeStream(of: slot, at: index, below: key, registry, bytes) }
                }
            }
        }
    }

    /// Writes the keys of a plan's streams of random numbers for one attempt, the first being 0, and wakes who waits for them.
    func storeStreams(_ plan: Plan, _ registry: Registry, attempt: UInt32) {
        touchStreams(plan)
        registry.bytes.withUnsafeBytes { bytes in
            for (number, unit) in plan.units.enumerated() {
                let key = storeStream(ofUnit: number, plan, registry, attempt: attempt)
                for index in unit.slots {
                    registry.fetch(behind: index, of: plan.slots, in: bytes)
                    storeStream(of: plan.slots[index], at: index, below: key, registry, bytes)
                }
            }
        }
        table_store(&planHeader.pointee.has_streams, 1)
        worker_wake(&planHeader.pointee.has_streams)
    }

    /// Makes room for the keys of all streams.
    private func touchStreams(_ plan: Plan) {
        worker_touch_pages(slotStreams, plan.slots.count * MemoryLayout<UInt64>.stride)
    }

    /// Writes the key of a class's streams; returns what those of its cases follow from.
    private func storeStream(ofUnit number: Int, _ plan: Plan, _ registry: Registry, attempt: UInt32) -> StreamBase {
        let key = Chance.streamKey(
            seed: plan.seed, ofClass: registry.identity(ofClass: plan.units[number].classIndex))
        unitStreams[number] = key &+ UInt64(attempt)
        return StreamBase(key: key, attempt: UInt64(attempt))
    }

    /// Writes the key of a case's streams.
    @inline(__always)
    private func storeStream(
        of slot: Plan.Slot, at index: Int, below base: StreamBase, _ registry: Registry, _ bytes: UnsafeRawBufferPointer
    ) {
        let names = registry.names(of: slot, in: bytes)
        var key = Chance.streamKey(below: base.key, name: names.case)
        if let example = names.example { key = Chance.streamKey(below: key, name: example) }
        slotStreams[index] = key &+ base.attempt
    }

    /// The base of the streams of a class's cases.
    private struct StreamBase {
        /// The key of the class in its first attempt.
        let key: UInt64
        /// The attempt.
        let attempt: UInt64
    }

    /// The key of an activity's stream of random numbers; 0 where none was stored.
    func streamKey(of activity: Activity) -> UInt64 {
        switch activity {
        case .run(let slot): slotStreams[Int(slot)]
        case .begin(let unit), .end(let unit): unitStreams[Int(unit)]
        }
    }

    /// The hash by which a worker knows an example, whatever its place.
    static func exampleKey(_ name: UnsafeRawBufferPointer) -> UInt64 {
        var hash = SipHash24(k0: 0, k1: OrderKey.domain)
        hash.append(name)
        return hash.finalized()
    }

    /// Closes a unit: nothing more happens in it.
    func close(_ unit: UInt32) { table_store(&units[Int(unit)].is_closed, 1) }

    /// Whether nothing more is to be started, because enough has failed.
    ///
    /// Any bundle can write the mark, so it counts only where something may end the run so.
    var isStopping: Bool {
        get { table_load(&header.pointee.is_stopping) != 0 && planHeader.pointee.failure_limit != TABLE_NONE }
        nonmutating set { table_store(&header.pointee.is_stopping, newValue ? 1 : 0) }
    }

    /// When the host last looked at its workers, in nanoseconds of CLOCK_MONOTONIC.
    var lookedAt: UInt64 { table_load64(&planHeader.pointee.looked_at) }

    /// Notes that the host has looked at its workers.
    func hasLooked(at now: UInt64) { table_store64(&planHeader.pointee.looked_at, now) }

    /// Whether a failure counts towards the limit.
    func counts(_ activity: Activity) -> Bool {
        switch activity {
        case .run(let slot): planSlots[Int(slot)].is_uncounted == 0
        case .begin(let unit), .end(let unit): planUnits[Int(unit)].is_uncounted == 0
        }
    }

    /// Counts a case, a set-up or a tear-down that failed; the last one that may fail stops the run.
    func countFailure(of activity: Activity) {
        let limit = planHeader.pointee.failure_limit
        guard limit != TABLE_NONE, counts(activity), table_take(&header.pointee.failure_count) + 1 >= limit else {
            return
        }
        stop()
    }

    /// Stops the start of further units.
    func stop() { isStopping = true }

    /// The number of units.
    var unitCount: UInt32 { planHeader.pointee.unit_count }

    /// The number of cases in the plan.
    var slotCount: UInt32 { planHeader.pointee.slot_count }
}
