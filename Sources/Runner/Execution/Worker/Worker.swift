// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// The worker's side of a run: loads bundles, lists them, and runs units of the plan.
///
/// Lives in a forked process. A class, though it has one owner: as a value, so many fields would be copied for each case.
///
///     run
///       load            dlopen, entry, connect; describe to the listing what is not listed yet
///       .ready          to the host, which answers on the control pipe, or hangs up
///       runUnits        runs each unit that the host hands over
///         runIsolated     here, or in children: one for the class, or one for each case
///           runUnit         begin_class, each slot that still waits, end_class
///             runSlot         run_case
final class Worker {
    /// The facts of the run, and the facts about this worker at its start.
    private(set) var start: WorkerStart
    /// The shared memory.
    let table: RunTable
    /// This worker's place in it.
    let place: WorkerView
    /// Where a crash of this process is written down.
    let trace: UnsafeMutablePointer<crash_trace>
    /// The table that bundles receive.
    let host: HostInterface
    /// The pipe with the host's orders.
    var orderReader: OrderReader
    /// The loaded bundles, by index.
    var bundles: [LoadedBundle?]
    /// The number of loaded bundles.
    private var openCount = 0
    /// The bundles that no longer register the tests that were listed.
    var refused: BundleSet = []
    /// Watches the changes that classes leave; made before the first of them.
    private(set) var leakWatch: LeakWatch?
    /// The data of suites before the class that is under way, if a diagnosis asks for that.
    var dataWatch: DataWatch?
    /// Whether a bundle was opened since the reference state was taken.
    var hasLoaded = false
    /// The bundles that may be opened here, after the first one.
    private var processGroup: WorkerStart.ProcessGroupKey?
    /// The bundle whose code has opened libraries here, so that no other may be opened or run; nil if there is none.
    var master: Int?
    /// The libraries that it has shown to all others, by path.
    var shown: [String] = []
    /// Whether a class has shown libraries to all others.
    var hasShown = false
    /// Whether a class has closed every way to the host.
    var isMute = false
    /// Whether a class has run in this process.
    var hasRun = false
    /// Whether this process is a child of the worker, for a class or a case.
    var isChild = false
    /// Whether the system refuses this process any child, though not the host.
    var isChildless = false
    /// The seeder of Swift's random choices in this process.
    var seeder: RandomSeeder
    /// Opens the toolchain's libraries in this process.
    private var swiftLibraries: SwiftLibraries
    /// The libraries that came with the bundles that were listed here.
    private var libraries: [LoadedDependency] = []
    /// The end of the listing: what the shared table says of it, a bundle that is opened here may write over.
    private var listingEnd: Int
    /// Whether Swift's own generator draws from streams of the seed in the class that runs.
    var drawsBySeed = false
    /// Whether the seed decides which task runs next in the class that runs.
    var schedulesBySeed = false
    /// Whether the host wants to know which task had each turn.
    var sendsTurns = false
    /// The class that is under way, or was last, by index in the plan.
    var unit: UInt32 = 0
    /// The first case, by place in the plan, for whose result no memory was made ready.
    var laidOut: UInt32 = 0
    /// The cases that run at the same time, by place in the plan, and the result of each, if that is known.
    ///
    /// Written on the main thread, or while that waits for them, one call at a time.
    var together: [(slot: UInt32, status: UInt32?)] = []
    /// The pipe to use as standard output for the classes of files that need one; nil if none does.
    var outputPipe: OutputPipe?
    /// Whether standard output is that pipe.
    private(set) var isPiped = false
    /// The known end of the capture file.
    var outputMark: UInt64 = 0

    /// Prepares a worker.
    ///
    /// - Parameter seeder: Seeds Swift's library in this process, and has done so as far as it can yet.
    init(
        _ start: WorkerStart, _ seeder: RandomSeeder, table: RunTable, index: Int, pipe: WorkerPipe, control: WorkerPipe
    ) {
        (self.start, self.seeder) = (start, seeder)
        swiftLibraries = SwiftLibraries(start.isolation)
        self.table = table
        trace = table.trace(index)
        orderReader = OrderReader(control)
        place = table.worker(index)
        listingEnd = Int(clamping: table.listingSize)
        bundles = Array(repeating: nil, count: start.facts.files.count)
        host = HostInterface(
            table: table, place: place, pipe: pipe, seed: start.seed, platforms: start.facts.platforms,
            registry: RegistryService(table: table, facts: start.facts),
            attachments: AttachmentService(place: start.facts.attachments),
            results: ResultsService(table: table, place: place), chance: ChanceService(table: table, place: place),
            wantsRecords: start.facts.wantsRecords)
    }

    /// Does the work of the worker.
    ///
    /// Then the process ends, exit handlers of the bundles included; with a reporter, when that has ended.
    func run(reporter: pid_t?) -> Never {
        // Then this is the process that the user started: it ends as the report says, even if a test calls exit.
        if let reporter { place.exitLike(reporter) }
        place.watchExit(pipe: reporter == nil ? host.pipeNumber : -1)
        BundleOrders.adopt(start.environment)
        work_origin_begin(place.endedInPlace)
        setenv(TESTKIT_HOST_VARIABLE, "\(getpid()) \(UInt64(UInt(bitPattern: host.pointer)).hexadecimal)", 1)
        watchLeaks()
        for index in start.eager where mayOpen(index) { load(index) }
        for start in stride(from: 0, to: libraries.count, by: 1000) {
            host.send(.libraries(Array(libraries[start...].prefix(1000))))
        }
        if let master { host.send(.keptFor(bundle: UInt32(master))) }
        enter(.idle)
        guard waitForGo(after: .ready, meanwhile: noteLoaded) else { _exit(0) }
        host.registry.isOpen = true
        host.expectUnits(table.unitCount)
        runUnits()
        leave(by: .exiting)
    }

    /// Ends the process, exit handlers of the bundles included, once its tests' work has ended or has had the time for that.
    func leave(by stage: WorkerStage) -> Never {
        awaitWork()
        _ = markOutput(isWanted: true)
        enter(stage)
        worker_leave()
    }

    /// Writes the worker's next stage and its start to the table.
    func enter(_ stage: WorkerStage, at time: UInt64? = nil) { place.enter(stage, at: time) }

    /// Sends the host a message, does something meanwhile, and waits for its order to go on.
    ///
    /// - Returns: False if the host has closed the pipe.
    func waitForGo(after message: WorkerMessage, meanwhile: () -> Void = {}) -> Bool {
        waitForAnswer(after: message, meanwhile: meanwhile) != nil
    }

    /// Sends the host a message, does something meanwhile, and waits for its answer.
    ///
    /// - Returns: Nil if the host has closed the pipe.
    func waitForAnswer(after message: WorkerMessage, meanwhile: () -> Void = {}) -> HostAnswer? {
        orderReader.mend()
        host.send(message)
        meanwhile()
        return orderReader.answer()
    }

    /// Opens the pipes again that a bundle has closed, before children are forked: each would have to do so for itself, and the host would
    /// mistake a pipe without a writer for the end.
    func mendPipes() {
        _ = host.mendPipe()
        orderReader.mend()
    }

    /// Loads a bundle if it is not, and describes it if it is not listed.
    @discardableResult
    func load(_ index: Int) -> LoadedBundle? {
        if refused.contains(index) { return nil }
        if let loaded = bundles[index] { return loaded }
        if start.findings.excluded.contains(index) { return nil }
        defer { bindIfOpened(by: index) }
        do throws(LoadFault) {
            try checkFile(index)
            // Set together with the stage, or the host applies the previous stage's limit.
            place.bundle = UInt32(index)
            enter(.loading)
            let (path, adapter) = (start.facts.paths[index], start.facts.adapters[index])
            let handle = try Backtraces.whileSet { () throws(LoadFault) in
                openSwift(for: index, at: path, adapter)
                coverage_open_images()
                return try LoadedBundle.open(path: path, adapter: adapter)
            }
            endOthers()
            holdIfOverdue()
            try checkFile(index, isOpen: true)
            enter(.registering)
            // Before its entry, which may start threads.
            if adapter == nil { work_origin_watch(handle, 0) }
            let bundle = try LoadedBundle(
                handle: handle, path: path, isAdapter: adapter != nil, request: request(for: index))
            if adapter != nil { work_origin_watch(handle, 1) }
            try bundle.connect(host.pointer)
            if adapter != nil { hideOwnVariables() }
            coverage_find_images { path in coverage_parts(of: path) }
            reach_survey(UInt32(index))
            endOthers()
            let taskObstacle = seeder.scheduleTasks(of: handle, start.facts.files[index])
            if !start.listed.contains(index) {
                let (file, wanted) = (start.facts.files[index], start.chance(of: index))
                if seeder.isUnseeded(handle, of: file, wanted.hashing) {
                    host.send(.unseeded(bundle: UInt32(index), .hashingLinkedIn))
                }
                if let taskObstacle, wanted.tasks == .seeded || start.facts.schedulesTests {
                    host.send(.unseeded(bundle: UInt32(index), taskObstacle))
                }
                try list(bundle, index)
                if adapter == nil { libraries += LoadedDependency.all(with: handle) }
            }
            holdIfOverdue()
            bundles[index] = bundle
            openCount += 1
            hasLoaded = true
            processGroup = start.processGroup(of: index)
            return bundle
        } catch {
            retireIfShared(by: index)
            host.send(.loadFault(bundle: UInt32(index), error))
            return nil
        }
    }

    /// The request to the adapter of a test executable.
    ///
    /// An adapter that lists in this process may start threads, so no class that needs an unused process runs here afterwards; where
    /// classes or cases are forked, a child lists.
    private func request(for index: Int) -> AdapterRequest {
        let isolation = start.isolation(of: index)
        let isForked = isolation == .class || isolation == .case
        let isFirst = !start.listed.contains(index)
        if isFirst, !isForked, start.facts.files[index].isAdapted { hasRun = true }
        return AdapterRequest(
            part: start.facts.selection, bundle: start.facts.files[index].name,
            tags: start.facts.bundles[index]?.tags ?? [], need: start.facts.need,
            listing: start.facts.listings[index]?.number ?? -1, isForked: isForked || !isFirst,
            isOffMainThread: start.facts.bundles[index]?.isOffMainThread ?? false)
    }

    /// Removes the variables that are for TestKit, where no bundle shares the process: a test executable and what it starts see
    /// the environment of the user.
    private func hideOwnVariables() {
        if start.isolation == .none { return }
        unsetenv(TESTKIT_HOST_VARIABLE)
        unsetenv(TempDirCleanup.variable)
    }

    /// Opens what a bundle needs of Swift, and sets by the seed what Swift's library decides by chance, before a bundle uses it.
    private func openSwift(for index: Int, at path: String, _ adapter: String?) {
        guard let isNew = swiftLibraries.open(for: start.facts.files[index], at: path, adapter: adapter),
            seeder.seed(start.chance(of: index).hashing, isNew: isNew)
        else { return }
        start = start.rehashed()
        if leakWatch != nil { watchLeaks() }
    }

    /// Refuses a bundle's file that is not the one that was found: its classes and cases may be in another order.
    ///
    /// Asked before the file is opened and again afterwards: the open file was then there all the time in between.
    /// A missing file counts as unchanged: a constructor may have called chroot.
    private func checkFile(_ index: Int, isOpen: Bool = false) throws(LoadFault) {
        let path = start.facts.paths[index]
        if start.facts.stamps[index]?.stands(at: path) == true { return try checkLibraries(index) }
        if isOpen, FileVersion(path: path) == nil { return }
        throw LoadFault(.replaced(isListed: start.listed.contains(index)))
    }

    /// Refuses a listed bundle if a library that it needs is another file by now: the two may not fit each other, and if they do, they are
    /// not what was listed.
    private func checkLibraries(_ index: Int) throws(LoadFault) {
        guard start.listed.contains(index), !start.findings.libraries.isEmpty else { return }
        guard let library = LoadedDependency.replaced(start.findings.libraries, for: start.facts.paths[index]) else {
            return
        }
        throw LoadFault(.replacedLibrary(name: String(library.name), path: library.path))
    }

    /// Describes a bundle in the shared listing, which counts only once all of it is there.
    private func list(_ bundle: LoadedBundle, _ index: Int) throws(LoadFault) {
        var listing = ByteWriter(table.arena, at: min(listingEnd, table.arena.count))
        let start = listing.count
        listing.append(UInt32(0))
        listing.append(UInt32(index))
        let reading = ExampleReading(
            view: place, failed: self.start.findings.failedExamples, table: table,
            limit: self.start.isolation == .none ? .max : self.start.loadLimit)
        try BundleEnumerator(bundle.interface, among: self.start.facts.paths)
            .write(to: &listing, reading: reading)
        endOthers()
        listing.overwrite(at: start, with: UInt32(clamping: listing.count - start))
        listingEnd = listing.count
        table.listingSize = UInt64(listingEnd)
    }

    /// Notes the state of the process before a class runs in it, if that is watched.
    func watchLeaks() { if start.leaks != .off { leakWatch = LeakWatch() } }

    /// Makes the present state of the process the reference for leaks, if bundles were opened.
    ///
    /// Once for all of them, since a look takes as long as ten cases.
    func noteLoaded() {
        if hasLoaded { leakWatch?.rebase() }
        hasLoaded = false
    }

    /// Runs the units that the host hands over, until there are no more; all of the plan, where this is the only process.
    private func runUnits() {
        outputMark = captureEnd()
        if start.isolation == .none { return walkUnits() }
        while mayGoOn, let next = takeUnit() {
            let former = unit
            unit = next
            runIsolated(after: former)
        }
    }

    /// Runs all units of the plan without orders: nothing that a test does to a descriptor keeps this process from its work.
    private func walkUnits() {
        for next in 0..<table.unitCount where !table.isStopping {
            unit = next
            runIsolated(after: next)
        }
    }

    /// Waits for the next unit that the host hands over; nil if there is none, or nothing more may be started.
    private func takeUnit() -> UInt32? {
        if table.isStopping { return nil }
        let order = orderReader.order { host.send(.needsUnits) }
        guard case .run(let unit, let asksForMore, _) = order, unit < table.unitCount, !table.isStopping else {
            return nil
        }
        if asksForMore { host.send(.needsUnits) }
        return unit
    }

    /// Whether a class has left this process unfit for others; the host then starts another worker for those.
    private var isSpoilt: Bool { start.isolation != .none && leakWatch?.isSpoilt == true }

    /// Whether this process may run anything more: even if a class has left it unfit for others, slices of that class may follow.
    private var mayGoOn: Bool {
        start.isolation == .none || !isMute && !hasShown && (!isSpoilt || table.unit(unit).isSlice)
    }

    /// Whether a unit needs another process than this one, in which the unit `former` ran last: a class that left it unfit runs on here.
    private func isSpoilt(for view: UnitView, after former: UInt32) -> Bool {
        let last = table.unit(former)
        return isSpoilt && !(view.isSlice && view.bundle == last.bundle && view.classIndex == last.classIndex)
    }

    /// Runs the remaining cases of the class, in this process or in children of it.
    private func runIsolated(after former: UInt32) {
        let view = table.unit(unit)
        view.mark()
        place.slot = nil
        place.unit = unit
        // The host may have ended every case of it: their examples could not be read.
        guard view.slots.contains(where: isWaiting) || view.isSpent, !table.isStopping else { return leaveUnit() }
        let isUsed = view.isFresh && hasRun && start.isolation != .none
        if isUsed || isSpoilt(for: view, after: former) { leave(by: .retired) }
        if !mayOpen(view.bundle) || isElsewhere(view.bundle) || isFull(for: view.bundle) { leave(by: .retired) }
        switch isolation(of: view) {
        case .none, .worker: runInPlace()
        case .class, .case: runChildren()
        }
        // The last one of several slices, perhaps.
        if !table.unit(unit).isClosed { leaveUnit() }
    }

    /// The isolation of a class: its bundle's, or a process for each case where each is declared to end its own.
    func isolation(of unit: UnitView) -> Isolation {
        let isolation = start.isolation(of: unit.bundle)
        return unit.isApart && isolation != .none ? .case : isolation
    }

    /// Whether a bundle must not be opened together with those that are open here: another worker takes the class.
    private func isElsewhere(_ bundle: Int) -> Bool {
        guard let processGroup, start.isolation != .none else { return false }
        let other = start.processGroup(of: bundle)
        // Children open those, and hash as this process does.
        if !start.facts.environment(of: bundle).isEmpty { return processGroup.hashing != other.hashing }
        return processGroup != other
    }

    /// Whether a bundle would be one too many for this process: another worker takes the class.
    private func isFull(for bundle: Int) -> Bool {
        openCount >= WorkerStart.bundleLimit && bundles[bundle] == nil && start.isolation != .none
    }

    /// Whether a case has not been run, as far as the host knows: of what this process ran, it may not know yet.
    func isWaiting(_ slot: UInt32) -> Bool { table.slot(slot).isWaiting }

    /// Makes a pipe the standard output, where the class's bundle needs one, or puts the file back.
    func setPiped(_ isPiped: Bool) {
        let output = start.facts.output(of: table.unit(unit).bundle)
        guard let outputPipe, output == .pipe, self.isPiped != isPiped else { return }
        if isPiped { outputPipe.connect() } else { outputPipe.disconnect() }
        self.isPiped = isPiped
        leakWatch?.acceptOutput()
    }

    /// Runs the class here; with its bundle's variables, where that has any of its own, which are put back afterwards.
    private func runInPlace() {
        let view = table.unit(unit)
        let environment = start.facts.environment(of: view.bundle)
        if environment.isEmpty { return openAndRun(view.slots) }
        let former = BundleOrders.adopt(environment)
        watchLeaks()
        openAndRun(view.slots)
        BundleOrders.adopt(former)
        watchLeaks()
    }

    /// Whether further cases of a unit may start.
    func mayGoOn(_ unit: UnitView) -> Bool { !unit.isClosed && !table.isStopping }

    /// Whether an earlier child could not set the class up, or skipped it: the others need not try.
    func hasFailedToBegin(_ unit: UnitView) -> Bool {
        [unit.beginState, unit.keptBeginState].contains { $0.map { $0.isFinal && $0 != .passed } ?? true }
    }
}
