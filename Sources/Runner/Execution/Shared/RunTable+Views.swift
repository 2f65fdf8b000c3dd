// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// The meaning of the shared table: the workers' notes, which the host reads and completes for dead workers.
///
/// A bundle may have overwritten what its worker notes; an impossible index or state is nil.
extension RunTable {
    /// The class of an activity; nil if the plan has no such activity.
    func unit(of activity: Activity) -> UInt32? {
        let unitCount = min(Int(unitCount), Self.unitCapacity)
        switch activity {
        case .begin(let unit), .end(let unit): return unit < unitCount ? unit : nil
        case .run(let slot):
            let all = UnsafeBufferPointer(start: planUnits, count: unitCount)
            let next = all.partitionPoint { $0.first_slot > slot }
            return next > 0 && unit(UInt32(next - 1)).slots.contains(slot) ? UInt32(next - 1) : nil
        }
    }
}

/// A view of a worker's record.
struct WorkerView {
    /// Its address.
    let record: UnsafeMutablePointer<worker_record>
    /// The part of the record that other workers may read.
    let presence: UnsafeMutablePointer<worker_presence>

    /// Its stage; nil if the record contains no valid one.
    var stage: WorkerStage? {
        get { WorkerStage(rawValue: table_load(&record.pointee.stage)) }
        nonmutating set {
            guard let newValue else { return }
            table_store(&presence.pointee.stage, newValue.rawValue)
            table_store(&record.pointee.stage, newValue.rawValue)
        }
    }
    /// The class that it runs, by index in the plan.
    var unit: UInt32? {
        get { Self.index(table_load(&record.pointee.unit)) }
        nonmutating set { table_store(&record.pointee.unit, newValue ?? TABLE_NONE) }
    }
    /// The case that it runs.
    var slot: UInt32? {
        get { Self.index(table_load(&record.pointee.slot)) }
        nonmutating set { table_store(&record.pointee.slot, newValue ?? TABLE_NONE) }
    }
    /// The bundle that it opens or registers, or did last; no bundle's number if there was none.
    var bundle: UInt32 {
        get { table_load(&record.pointee.bundle) }
        nonmutating set { table_store(&record.pointee.bundle, newValue) }
    }
    /// The case whose examples it reads.
    var examples: ExamplePlace {
        get { ExamplePlace(record.pointee) }
        nonmutating set {
            record.pointee.example_class = newValue.classIndex
            record.pointee.example_owner = newValue.ownerIndex
            record.pointee.example_case = newValue.caseIndex
        }
    }
    /// The part of a class's life that it is in: a `testkit_phase`.
    var phase: UInt32 {
        get { table_load(&record.pointee.phase) }
        nonmutating set { table_store(&record.pointee.phase, newValue) }
    }
    /// The process that runs what is under way, which may be a child of it; 0 while it waits for the host's word.
    var process: pid_t {
        get { pid_t(bitPattern: table_load(&record.pointee.process)) }
        nonmutating set {
            table_store(&presence.pointee.process, UInt32(bitPattern: newValue))
            table_store(&record.pointee.process, UInt32(bitPattern: newValue))
        }
    }
    /// The place in the output at which the current activity began.
    var outputStart: UInt64 {
        get { table_load64(&record.pointee.output_from) }
        nonmutating set { table_store64(&record.pointee.output_from, newValue) }
    }
    /// Whether something that tests printed could not be written.
    var hasLostOutput: Bool {
        get { table_load(&record.pointee.has_lost_output) == 1 }
        nonmutating set { table_store(&record.pointee.has_lost_output, newValue ? 1 : 0) }
    }

    /// Whether nothing in its process can go on: each thread waits for another.
    var isStanding: Bool {
        get { table_load(&record.pointee.is_standing) == 1 }
        nonmutating set { table_store(&record.pointee.is_standing, newValue ? 1 : 0) }
    }

    /// Where that is noted.
    var standingPlace: UnsafeMutablePointer<UInt32>? { record.pointer(to: \.is_standing) }

    /// The activity in whose work its process has ended, if that is known and not the main thread's; 0 otherwise.
    var endedIn: UInt64 {
        get { table_load64(&record.pointee.ended_in) }
        nonmutating set { table_store64(&record.pointee.ended_in, newValue) }
    }

    /// Where that is noted.
    var endedInPlace: UnsafeMutablePointer<UInt64>? { record.pointer(to: \.ended_in) }

    /// The number of messages that it could not send, and an errno: why not the last of them.
    var lostMessages: (count: UInt32, code: Int32) {
        (table_load(&record.pointee.lost_messages), record.pointee.lost_error)
    }

    /// The start of its current activity, in nanoseconds of CLOCK_MONOTONIC.
    ///
    /// The host writes it only while the worker is stopped, and believes it only if it can be true (`WorkerSnapshot`).
    var since: UInt64 {
        get { table_load64(&record.pointee.since) }
        nonmutating set { table_store64(&record.pointee.since, newValue) }
    }

    /// The line of the last place in a test's source that it was known to be at; 0 for none.
    var line: UInt32 {
        get { table_load(&record.pointee.line) }
        nonmutating set { table_store(&record.pointee.line, newValue) }
    }

    /// The last place in a test's source that it was known to be at.
    var place: (file: String, line: UInt32)? {
        let line = line
        guard line > 0 else { return nil }
        let file = withUnsafeBytes(of: record.pointee.file) { path in
            String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
        }
        return (file, line)
    }

    /// The note of its running case for the report if its process ends in the case; nil for nothing.
    ///
    /// To be read when the process has ended.
    var note: String? {
        if record.pointee.note.0 == 0 { return nil }
        return withUnsafeBytes(of: record.pointee.note) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Keeps what the running case has to say should its process end in it, as far as there is room; nil for nothing.
    func keep(note text: UnsafePointer<CChar>?) {
        withUnsafeMutableBytes(of: &record.pointee.note) { room in
            guard let text else { return room[0] = 0 }
            let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, room.count))
            var count = bytes.count
            if count == room.count {
                // Not in the middle of a character.
                count -= 1
                while count > 0, bytes[count] & 0xC0 == 0x80 { count -= 1 }
            }
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            room[count] = 0
        }
    }

    /// Forgets that.
    func forgetNote() { if record.pointee.note.0 != 0 { record.pointee.note.0 = 0 } }

    /// Makes the place as new, for a worker that is about to be forked.
    func clear() {
        presence.pointee = worker_presence()
        record.pointee = worker_record()
        record.pointee.bundle = TABLE_NONE
        record.pointee.slot = TABLE_NONE
        record.pointee.unit = TABLE_NONE
        record.pointee.since = worker_now()
    }

    /// An index, where there is one.
    private static func index(_ number: UInt32) -> UInt32? { number == TABLE_NONE ? nil : number }
}

/// A class of the plan, with its result.
struct UnitView {
    /// The host's record of it, which a worker can only read.
    let plan: UnsafeMutablePointer<plan_unit>
    /// Its result: as the host believes it, or as a worker writes it.
    let record: UnsafeMutablePointer<run_unit>
    /// Its result as the host believes it.
    let kept: UnsafeMutablePointer<run_unit>

    /// Its bundle, by file index.
    var bundle: Int { Int(plan.pointee.bundle) }
    /// Its place in the bundle.
    var classIndex: UInt32 { plan.pointee.class_index }
    /// Its cases.
    var slots: Range<UInt32> {
        let first = plan.pointee.first_slot
        return first..<max(first, first &+ plan.pointee.slot_count)
    }
    /// Whether any code observes it.
    var isObserved: Bool { table_load(&record.pointee.is_observed) != 0 || table_load(&kept.pointee.is_observed) != 0 }
    /// Whether all is done but to inform its observers.
    ///
    /// The host writes it.
    var isSpent: Bool {
        get { table_load(&plan.pointee.is_spent) != 0 }
        nonmutating set { table_store(&plan.pointee.is_spent, newValue ? 1 : 0) }
    }
    /// Whether each of its cases has a process of its own, which it is declared to end.
    var isApart: Bool { plan.pointee.is_apart != 0 }
    /// Whether it is a slice of a class, which may go on with another one.
    var isSlice: Bool { plan.pointee.is_slice != 0 }
    /// Whether it is for a worker that has run no class before.
    var isFresh: Bool { plan.pointee.is_fresh != 0 }
    /// Whether the worker that wrote its result has reached it.
    var isMarked: Bool { table_load(&record.pointee.mark) == TABLE_MARK }
    /// Notes that a worker has reached it.
    func mark() { table_store(&record.pointee.mark, TABLE_MARK) }
    /// Whether nothing more happens in it.
    var isClosed: Bool { table_load(&record.pointee.is_closed) != 0 || table_load(&kept.pointee.is_closed) != 0 }
    /// The worker that owns it, or ran it last.
    var owner: Int? {
        let number = Int(table_load(&plan.pointee.worker))
        return number < RunTable.workerCapacity ? number : nil
    }
    /// The time limit for its set-up, and for its tear-down, in nanoseconds.
    var limit: UInt64 { plan.pointee.limit }
    /// Notes when its set-up began.
    func begin(at time: UInt64) { record.pointee.begin_time = time }
    /// Notes when its tear-down ended.
    func end(at time: UInt64) { record.pointee.end_time = time }
    /// When its set-up began, and its tear-down ended; 0 where they did not.
    var times: (begin: UInt64, end: UInt64) {
        (
            FileNumber.instant.checked(record.pointee.begin_time) ?? 0,
            FileNumber.instant.checked(record.pointee.end_time) ?? 0
        )
    }

    /// The result of its set-up.
    var beginState: SlotState? {
        get { SlotState(rawValue: table_load(&record.pointee.begin_state)) }
        nonmutating set { if let newValue { table_store(&record.pointee.begin_state, newValue.rawValue) } }
    }
    /// The result of its set-up as the host believes it.
    var keptBeginState: SlotState? { SlotState(rawValue: table_load(&kept.pointee.begin_state)) }
    /// The result of its tear-down as the host believes it.
    var keptEndState: SlotState? { SlotState(rawValue: table_load(&kept.pointee.end_state)) }
    /// The result of its tear-down.
    var endState: SlotState? {
        get { SlotState(rawValue: table_load(&record.pointee.end_state)) }
        nonmutating set { if let newValue { table_store(&record.pointee.end_state, newValue.rawValue) } }
    }
    /// The output of its set-up.
    var beginOutput: (UInt64, UInt64) {
        get { record.pointee.begin_output }
        nonmutating set { record.pointee.begin_output = newValue }
    }
    /// The output of its tear-down.
    var endOutput: (UInt64, UInt64) {
        get { record.pointee.end_output }
        nonmutating set { record.pointee.end_output = newValue }
    }
}

/// A case of the plan, with its result.
struct SlotView {
    /// The host's record of it, which a worker can only read.
    let plan: UnsafeMutablePointer<plan_slot>
    /// Its result: as the host believes it, or as a worker writes it.
    let record: UnsafeMutablePointer<run_slot>
    /// Its result as the host believes it.
    let kept: UnsafeMutablePointer<run_slot>

    /// Whether the host has no result of it, so that it is to be run.
    var isWaiting: Bool { table_load(&kept.pointee.state) == SlotState.waiting.rawValue }
    /// Its result as the host believes it, or else as this process writes it.
    var latest: run_slot { isWaiting ? record.pointee : kept.pointee }
    /// Its state.
    var state: SlotState? {
        get { SlotState(rawValue: table_load(&record.pointee.state)) }
        nonmutating set { if let newValue { table_store(&record.pointee.state, newValue.rawValue) } }
    }
    /// When it started, in nanoseconds of CLOCK_MONOTONIC; 0 if it never did.
    var started: UInt64 { FileNumber.instant.checked(record.pointee.start_time) ?? 0 }
    /// The duration, in nanoseconds.
    var duration: UInt64 {
        let (start, end) = (record.pointee.start_time, record.pointee.end_time)
        // An impossible value was written by a bundle.
        return end > start ? FileNumber.duration.checked(end - start) ?? 0 : 0
    }
    /// Whether it failed, and its first failure was no failed assertion.
    var isUnexpected: Bool {
        get { record.pointee.is_unexpected != 0 }
        nonmutating set { record.pointee.is_unexpected = newValue ? 1 : 0 }
    }
    /// The time limit, in nanoseconds.
    var limit: UInt64 { plan.pointee.limit }
    /// The source of the choice which of its tasks runs next; nil for the bundle's setting.
    var taskSource: Chance.Source? {
        switch plan.pointee.tasks {
        case 1: .seeded
        case 2: .system
        default: nil
        }
    }
    /// Whether it runs at the same time as the others of its class that say so.
    var runsTogether: Bool { plan.pointee.runs_together != 0 }
    /// Whether what it has started may go on at the end of its process.
    var keepsRunning: Bool { plan.pointee.keeps_running != 0 }
    /// Its output: a range in its worker's file.
    var output: (UInt64, UInt64) { (record.pointee.output_from, record.pointee.output_to) }

    /// The case and the example, in their bundle.
    func place(in unit: UnitView) -> ExamplePlace {
        ExamplePlace(
            bundle: UInt32(unit.bundle), classIndex: unit.classIndex, ownerIndex: plan.pointee.owner_index,
            caseIndex: plan.pointee.case_index)
    }

    /// The class that declares it, and its own place there.
    var declaration: (owner: UInt32, index: UInt32) { (plan.pointee.owner_index, plan.pointee.case_index) }
    /// Its example, by index; `TESTKIT_NO_EXAMPLE` if it has none.
    var exampleIndex: UInt32 { plan.pointee.example_index }
    /// The hash of its example's name (`RunTable.exampleKey`).
    var exampleKey: UInt64 { plan.pointee.example_key }

    /// Begins it.
    func begin(at time: UInt64) {
        record.pointee.start_time = time
        state = .running
    }

    /// Ends it, by itself or for a worker that died before; without a known start, it took no time.
    func end(_ state: SlotState, output: (UInt64, UInt64), at time: UInt64 = worker_now()) {
        if record.pointee.start_time == 0 { record.pointee.start_time = time }
        record.pointee.end_time = time
        (record.pointee.output_from, record.pointee.output_to) = output
        self.state = state
    }

    /// Ends it before it began.
    func endUnstarted(_ state: SlotState) {
        record.pointee.start_time = worker_now()
        record.pointee.end_time = record.pointee.start_time
        self.state = state
    }
}
