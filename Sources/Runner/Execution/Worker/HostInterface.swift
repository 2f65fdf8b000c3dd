// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel
import RunnerSupport
import Synchronization
import WorkerShims

/// The host's side of the ABI inside a worker, which receives a bundle's callbacks.
///
/// Made once in each worker, never freed. `testkit_host` comes first in memory and the context right after it, so that
/// a callback finds the context from the pointer that it is given, without a global.
///
/// Rule 34.
final class HostInterface: Sendable {
    /// The table that a bundle receives, followed by the object.
    private struct Box {
        /// The ABI's part.
        var host: testkit_host
        /// The object that serves it.
        var context: Unmanaged<HostInterface>
    }

    /// The worker's place in the shared table.
    ///
    /// Written by `record_location` and `enter_phase` on any thread.
    private nonisolated(unsafe) let place: WorkerView
    /// The pipe to the host, and the lock that keeps frames whole and the place's path in one piece.
    private let pipe: CallbackLock<WorkerPipe>
    /// The classes that this process has begun, by unit; a child inherits those of its worker.
    private let begun = CallbackLock(UnitSet())
    /// The shared memory.
    private nonisolated(unsafe) let table: RunTable
    /// The current activity; written by the worker's main thread, or while that waits for cases that run at the same time.
    private let current = Atomic<UInt64>(TESTKIT_NO_ACTIVITY)
    /// The cases that run at the same time as the current one, each with its first failure.
    private let company = CallbackLock([UInt64: FirstFailure]())
    /// The only case that this process has begun, to which work of unknown origin belongs; `TESTKIT_NO_ACTIVITY` where it has begun none,
    /// or several.
    ///
    /// Written by the worker's main thread.
    private let onlyCase = Atomic<UInt64>(TESTKIT_NO_ACTIVITY)
    /// Whether it has begun one.
    private nonisolated(unsafe) var hasBegunCase = false
    /// The activity's first failure; written on any thread.
    private let firstFailure = Atomic<FirstFailure>(.none)
    /// The key of the activity's stream of random numbers, with `--chance random=seeded`; 0 for none.
    ///
    /// Written by the worker's main thread.
    private let streamKey = Atomic<UInt64>(0)
    /// Where the generator begins that picks the next task, with `--chance tasks=seeded`; 0 for none.
    ///
    /// Written by the worker's main thread.
    private let scheduleState = Atomic<UInt64>(0)
    /// The known platforms.
    private let platforms: Platforms
    /// Answers look-ups across bundles.
    let registry: RegistryService
    /// Keeps attachments.
    let attachments: AttachmentService
    /// Passes events from bundle to bundle.
    let events = EventService()
    /// Informs observers of results.
    let results: ResultsService
    /// Seeds random numbers.
    let chance: ChanceService
    /// Gives cases time to measure alone.
    let measuring: MeasuringService
    /// The address of the last known place's file: most calls come with that of the one before.
    private let lastFileAddress = Atomic<UInt>(0)

    /// The table that bundles receive.
    private(set) nonisolated(unsafe) var pointer: UnsafePointer<testkit_host>

    /// Makes the interface of a worker.
    init(
        table: RunTable, place: WorkerView, pipe: WorkerPipe, seed: UInt64, platforms: Platforms,
        registry: RegistryService, attachments: AttachmentService, results: ResultsService,
        chance: ChanceService, wantsRecords: Bool = false
    ) {
        (self.table, self.place) = (table, place)
        (self.results, self.chance) = (results, chance)
        measuring = MeasuringService(table: table, place: place)
        self.platforms = platforms
        self.registry = registry
        self.attachments = attachments
        self.pipe = CallbackLock(pipe)
        let box = UnsafeMutablePointer<Box>.allocate(capacity: 1)
        pointer = UnsafeRawPointer(box).assumingMemoryBound(to: testkit_host.self)
        box.initialize(
            to: Box(host: Self.callbacks(seed: seed, wantsRecords: wantsRecords), context: .passRetained(self)))
    }

    /// The object of a pointer that a bundle hands back.
    static func behind(_ host: UnsafePointer<testkit_host>?) -> HostInterface? {
        guard let host else { return nil }
        return UnsafeRawPointer(host).assumingMemoryBound(to: Box.self).pointee.context.takeUnretainedValue()
    }

    /// The table of callbacks.
    private static func callbacks(seed: UInt64, wantsRecords: Bool) -> testkit_host {
        var host = testkit_host()
        host.magic = TESTKIT_MAGIC
        host.struct_size = UInt32(MemoryLayout<testkit_host>.size)
        host.abi_major = UInt16(TESTKIT_ABI_MAJOR)
        host.abi_minor = UInt16(TESTKIT_ABI_MINOR)
        host.seed = seed
        host.name = UnsafePointer(strdup("runner \(Version.current)"))
        host.report_issue = { host, activity, issue in
            guard let issue else { return }
            HostInterface.behind(host)?.report(issue, activity, record: nil)
        }
        host.report_skip = { host, activity, reason, _, _ in
            HostInterface.behind(host)?.skip(activity, reason, record: nil)
        }
        host.log = { host, activity, text in
            guard let text else { return }
            let copy = String(cString: text)
            HostInterface.behind(host)?.send(.log(copy), about: activity)
        }
        host.add_property = { host, activity, name, value in
            guard let name, let value else { return }
            let property = CaseProperty(name: String(cString: name), value: String(cString: value))
            HostInterface.behind(host)?.send(.property(property), about: activity)
        }
        host.record_location = { host, activity, file, line in
            HostInterface.behind(host)?.recordLocation(activity, file, line)
        }
        host.enter_phase = { host, _, phase in HostInterface.behind(host)?.enterPhase(phase) }
        host.platform_support = { host, name in
            guard let name, let self = HostInterface.behind(host) else { return TESTKIT_SUPPORT_BY_NAME.rawValue }
            return self.platforms.support(of: UnsafeRawBufferPointer(start: name, count: strlen(name))).rawValue
        }
        host.get_extension = { _, _ in nil }
        host.abandon = { host, activity in HostInterface.behind(host)?.abandon(activity) }
        host.note = { host, activity, text in
            guard let self = HostInterface.behind(host), self.isUnderWay(activity), worker_is_stray() == 0 else {
                return
            }
            self.place.keep(note: text)
        }
        host.work_origin = { _, task in work_origin(task) }
        host.provide_origins = { _, bound in work_origin_provide(bound) }
        if wantsRecords { addRecords(to: &host) }
        RegistryService.add(to: &host)
        AttachmentService.add(to: &host)
        EventService.add(to: &host)
        ResultsService.add(to: &host)
        ChanceService.add(to: &host)
        MeasuringService.add(to: &host)
        return host
    }

    /// Adds the functions for reports with what their own framework writes of them.
    private static func addRecords(to host: inout testkit_host) {
        host.report_issue_record = { host, activity, issue, record in
            guard let issue else { return }
            HostInterface.behind(host)?.report(issue, activity, record: record)
        }
        host.report_skip_record = { host, activity, reason, _, _, record in
            HostInterface.behind(host)?.skip(activity, reason, record: record)
        }
    }

    /// Ends the process in the middle of a case that has failed.
    ///
    /// The host recognises it by the stage.
    private func abandon(_ activity: UInt64) {
        guard activity == current.load(ordering: .acquiring),
            place.stage == .runCase
        else { return }
        worker_flush_output()
        place.stage = .abandoned
        _exit(0)
    }

    /// Sends an issue to the host, with what its own framework writes of it.
    func report(_ issue: UnsafePointer<testkit_issue>, _ activity: UInt64, record: UnsafePointer<CChar>?) {
        var copy = Issue(copying: issue, phase: place.phase)
        copy.record = record.map { String(cString: $0) }
        send(.issue(copy), about: activity, failure: FirstFailure(copy))
    }

    /// Sends the host the reason why an activity is skipped, with what its own framework writes of that.
    func skip(_ activity: UInt64, _ reason: UnsafePointer<CChar>?, record: UnsafePointer<CChar>?) {
        let (reason, record) = (reason.map { String(cString: $0) }, record.map { String(cString: $0) })
        send(.skip(reason: reason, record: record), about: activity)
    }

    /// Sends an issue of the host about the current activity.
    func report(_ issue: Issue, _ activity: Activity) {
        note(FirstFailure(issue), of: activity.number)
        send(.remark(.issue(issue), activity: activity.number, isLate: false))
    }

    /// Remembers a failure, if it is the first of an activity that is under way.
    private func note(_ failure: FirstFailure, of activity: UInt64) {
        if failure == .none { return }
        if activity != current.load(ordering: .acquiring) {
            return company.withLock { if $0[activity] == FirstFailure.none { $0[activity] = failure } }
        }
        _ = firstFailure.compareExchange(expected: .none, desired: failure, ordering: .acquiringAndReleasing)
    }

    /// Whether an activity is the current one, or runs at the same time.
    func isUnderWay(_ activity: UInt64) -> Bool {
        if activity == TESTKIT_NO_ACTIVITY { return false }
        return activity == current.load(ordering: .acquiring) || company.withLock { $0[activity] != nil }
    }

    /// Whether an activity is not the current one.
    ///
    /// While bundles are listed there is none, but sources of examples record their locations.
    private func isOver(_ activity: UInt64) -> Bool {
        let current = current.load(ordering: .relaxed)
        return activity != current && current != TESTKIT_NO_ACTIVITY
    }

    /// Whether the first failure of the activity, or of the one that has just ended, was not a failed assertion; true if it reported none.
    var isUnexpected: Bool { firstFailure.load(ordering: .acquiring) != .expected }

    /// Sends the host the places where tasks of the current activity wait, in case it never ends.
    ///
    /// A deadlock is one by any order, so there is no excuse for it.
    func sendWaits(isDeadlock: Bool) {
        let activity = current.load(ordering: .acquiring)
        var trace = TaskTrace.ofWaiting()
        if isDeadlock { trace.excuses = 0 }
        if trace.waits.isEmpty, trace.excuses == 0 { return }
        pipe.withLock { pipe in
            if isUnderWay(activity) { write(.remark(.turns(trace), activity: activity, isLate: false), to: &pipe) }
        }
    }

    /// Whether an issue has failed the activity.
    var hasFailed: Bool { firstFailure.load(ordering: .acquiring) != .none }

    /// Sends a remark on an activity, marked as late if the activity has ended.
    ///
    /// Judged and written under one lock, which `finish()` takes as well: a remark that is not late is in the pipe before its
    /// activity is final, and never fails the next one. Reports from a test's own forked children always count as late:
    /// the child's own notes are lost. A late report that cannot belong to its activity names none.
    func send(_ remark: WorkerMessage.Remark, about activity: UInt64, failure: FirstFailure = .none) {
        let activity = activity == TESTKIT_NO_ACTIVITY ? onlyCase.load(ordering: .acquiring) : activity
        pipe.withLock { pipe in
            let isLate = !isUnderWay(activity) || worker_is_stray() != 0
            if !isLate { note(failure, of: activity) }
            let number = !isLate || mayBeLate(activity) ? activity : TESTKIT_NO_ACTIVITY
            write(.remark(remark, activity: number, isLate: isLate), to: &pipe)
        }
    }

    /// Whether a report about an activity that is not under way may be that activity's.
    ///
    /// Its class was begun in this process, or in the one that forked it; and where the thread certainly does the work of another
    /// activity, that must belong to the same bundle.
    private func mayBeLate(_ number: UInt64) -> Bool {
        guard let activity = Activity(number: number), let unit = table.unit(of: activity),
            begun.withLock({ $0.contains(unit) })
        else { return false }
        guard let mine = Activity(number: work_origin_certain()), let own = table.unit(of: mine) else { return true }
        return table.unit(own).bundle == table.unit(unit).bundle
    }

    /// Writes a message to the pipe, whole, whatever other threads send.
    func send(_ message: WorkerMessage) { pipe.withLock { write(message, to: &$0) } }

    /// Opens the pipe to the host again where a bundle's code has closed it.
    ///
    /// At the end of each class: after the next one's set-up it might be too late, since a limit on descriptors may
    /// prevent it.
    func mendPipe() -> WorkerPipe.State { pipe.withLock { $0.mend() } }

    /// The pipe's descriptor.
    var pipeNumber: Int32 { pipe.withLock { $0.open() } }

    /// Writes a message's frame, or counts it as lost.
    ///
    /// The caller holds the lock.
    private func write(_ message: WorkerMessage, to pipe: inout WorkerPipe) {
        place.endIfDivided()
        var descriptor = pipe.open()
        if descriptor < 0 { return countLostMessage() }
        var rest = message.encoded(mark: pipe.mark)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                // A bundle's code has made the pipe non-blocking.
                var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&place, 1, -1)
            } else if errno == EBADF {
                // Another thread has closed it since, such as the one that ends the worker.
                descriptor = pipe.open()
                if descriptor < 0 { return countLostMessage() }
            } else if errno != EINTR {
                return countLostMessage()
            }
        }
    }

    /// Counts a message as lost, for the reason in `errno`.
    private func countLostMessage() {
        let code = errno
        // The place of an ending worker may belong to another one by now.
        if place.process == getpid() { place.countLostMessage(because: code) }
    }

    /// Writes a place to the shared table, unless its activity has ended.
    private func recordLocation(_ activity: UInt64, _ file: UnsafePointer<CChar>?, _ line: UInt32) {
        if isOver(activity) || worker_is_stray() != 0 { return }
        if UInt(bitPattern: file) != lastFileAddress.load(ordering: .relaxed) { rememberFile(file) }
        place.line = line
    }

    /// Copies a path to the shared table; the front of a long path is cut.
    private func rememberFile(_ file: UnsafePointer<CChar>?) {
        pipe.withLock { _ in
            place.note(file: file)
            lastFileAddress.store(UInt(bitPattern: file), ordering: .relaxed)
        }
    }

    /// Writes which part of the class's life runs.
    private func enterPhase(_ phase: UInt32) {
        guard phase <= TESTKIT_PHASE_CLASS_TEAR_DOWN.rawValue, worker_is_stray() == 0 else { return }
        place.phase = phase
        beginStream(streamKey.load(ordering: .relaxed), phase)
        if phase == TESTKIT_PHASE_BODY.rawValue { restartSchedule() }
    }

    /// Lets the seed decide which task runs next, starting from a state of the generator; nil leaves that to the system.
    func setSchedule(_ state: UInt64?) { scheduleState.store(state ?? 0, ordering: .relaxed) }

    /// Restarts the generator that picks the next task.
    private func restartSchedule() {
        let state = scheduleState.load(ordering: .relaxed)
        if state != 0 { task_schedule_restart(state) }
    }

    /// Takes random numbers from the stream of a part of an activity; without a key, from the system.
    private func beginStream(_ key: UInt64, _ phase: UInt32) {
        if key != 0 { worker_set_random_stream(Chance.streamState(key: key, phase: phase)) }
    }

    /// Makes memory ready for the classes of a plan: each child of a worker would have to, which takes ten page faults.
    func expectUnits(_ count: UInt32) { begun.withLock { $0.makeRoom(for: count) } }

    /// Notes that a class, or a slice of it, begins here: late reports may belong to its cases.
    func noteBegun(_ unit: UInt32) { begun.withLock { $0.insert(unit) } }

    /// Starts an activity; from now on, its reports are not late.
    func start(_ activity: Activity, phase: testkit_phase, streamKey key: UInt64 = 0) {
        streamKey.store(key, ordering: .relaxed)
        beginStream(key, phase.rawValue)
        place.phase = phase.rawValue
        place.line = 0
        place.forgetNote()
        firstFailure.store(.none, ordering: .relaxed)
        if case .begin(let unit) = activity { noteBegun(unit) }
        if case .run = activity {
            onlyCase.store(hasBegunCase ? TESTKIT_NO_ACTIVITY : activity.number, ordering: .releasing)
            hasBegunCase = true
        }
        current.store(activity.number, ordering: .releasing)
        work_origin_enter(activity.number)
    }

    /// Adds cases that run at the same time as the current one.
    func start(beside others: [Activity]) {
        onlyCase.store(TESTKIT_NO_ACTIVITY, ordering: .releasing)
        company.withLock { for other in others { $0[other.number] = FirstFailure.none } }
    }

    /// Ends one of several cases that run at the same time, and returns the kind of its first failure; if it is the current one, another
    /// becomes that.
    ///
    /// On any thread; the last of them ends by `finish()`.
    func finish(_ activity: Activity, leaving other: Activity) -> FirstFailure {
        pipe.withLock { _ in
            let isCurrent = activity.number == current.load(ordering: .acquiring)
            let first = company.withLock { $0.removeValue(forKey: isCurrent ? other.number : activity.number) } ?? .none
            guard isCurrent else { return first }
            current.store(other.number, ordering: .releasing)
            work_origin_enter(other.number)
            return firstFailure.exchange(first, ordering: .acquiringAndReleasing)
        }
    }

    /// Ends the activity, and returns whether an issue has failed it.
    func finish() -> Bool {
        if streamKey.load(ordering: .relaxed) != 0 {
            streamKey.store(0, ordering: .relaxed)
            worker_end_random_stream()
        }
        return pipe.withLock { _ in
            current.store(TESTKIT_NO_ACTIVITY, ordering: .releasing)
            work_origin_enter(TESTKIT_NO_ACTIVITY)
            return firstFailure.load(ordering: .acquiring) != .none
        }
    }
}
