import BundleABI
import Glibc
import WorkerShims

/// The host's side of a run: starts workers, waits for what they say, and turns the shared table into events.
///
///     load                  one worker opens and lists every bundle; one that dies or hangs costs only its bundle,
///                             or, in a source of examples, only its case
///       Registry, Plan        made by the caller from the listing
///     run                   that worker and others, up to the number of jobs, go on with the plan
///       wait                  for a message, an end, an interrupt, a tick
///       collect               messages to their activities, finished slots to events
///       bury, replace         a worker died: name the culprit, start the next one on the rest
struct Dispatcher {
    /// Limits and what else the command line decides.
    struct Limits {
        /// How long opening and listing one bundle may take, in nanoseconds.
        var load: UInt64
        /// How long one case, or a class's set-up or tear-down, may take, in nanoseconds.
        var run: UInt64
        /// When all of it must have ended, in nanoseconds of the monotonic clock.
        var deadline: UInt64?
    }

    /// How often the host looks at the clock while bundles are loaded and nothing comes in, in milliseconds.
    private static let tick: Int32 = 50

    /// How much of what a bundle printed while it was loaded is looked at, in bytes: a backtrace of many threads fits.
    private static let loadOutputLimit = 65_536

    /// How many workers may die in nobody's code before no other is started.
    static let strayEndLimit = 8

    /// The shared memory.
    let table: RunTable
    /// How long things may take.
    let limits: Limits
    /// How long the plan's classes and cases may take that say so themselves.
    var stated = TimeLimits()
    /// What there is; known from `store` on.
    var registry = Registry()
    /// Where attachments are kept.
    var attachments: AttachmentDirectory
    /// Becomes readable at an interrupt.
    let interrupts: Int32
    /// What every worker is told.
    var orders: Worker.Orders
    /// How many workers may run at once.
    let jobs: Int
    /// The workers that are alive, or dead and not buried.
    var workers: [WorkerProcess] = []
    /// The bundles that turned out not to be usable.
    private(set) var faults: [Int: LoadFault] = [:]
    /// What a signal told the host.
    var interruption: Interruption?
    /// How many workers died in nobody's code.
    var strayEnds = 0
    /// What was said of workers that have been at one thing for long, by their index.
    var announced: [Int: Announcement] = [:]
    /// What has been said of an activity that has not ended yet.
    var notes: [UInt64: ActivityNotes] = [:]

    /// What messages said of an activity.
    struct ActivityNotes {
        /// What went wrong.
        var issues: [Issue] = []
        /// What it had to say.
        var logs: [String] = []
        /// What it attached.
        var attachments: [AttachedFile] = []
        /// Why it is skipped.
        var skipReason: String?
        /// What was printed, where it is no longer in a worker's file.
        var output: String?
    }

    /// Prepares a run of some bundles.
    init(table: RunTable, limits: Limits, interrupts: Int32, jobs: Int, orders: Worker.Orders) {
        self.table = table
        self.limits = limits
        self.interrupts = interrupts
        self.jobs = min(max(1, jobs), RunTable.workerCapacity)
        self.orders = orders
        attachments = AttachmentDirectory(orders.attachments)
    }

    /// Starts a worker, at a place in the table that is free.
    @discardableResult
    mutating func startWorker(at index: Int) throws(SystemFault) -> WorkerProcess {
        let worker = try WorkerProcess(orders: orders, table: table, index: index)
        workers.append(worker)
        return worker
    }

    // MARK: Loading

    /// Opens and lists every bundle.
    ///
    /// Afterwards a worker stands ready, unless there is nothing to run or an interrupt. Bundles that are opened with
    /// variables of their own are listed first, by workers that are for those alone.
    mutating func load() throws(SystemFault) {
        var others = Array(orders.files.indices)
        while let first = others.first(where: { !orders.environment(of: $0).isEmpty }) {
            orders.environment = orders.environment(of: first)
            let same = others.filter { orders.environment(of: $0) == orders.environment }
            others.removeAll(where: same.contains)
            _ = try load(same)
            workers = []
        }
        orders.environment = [:]
        if try load(others) || interruption != nil || orders.excluded.count == orders.files.count { return }
        // It opens a bundle when it comes to one of its classes.
        if !awaitReady(try startWorker(at: 0)) { workers = [] }
    }

    /// Opens and lists some bundles; whether a worker that has done so stands ready.
    private mutating func load(_ bundles: [Int]) throws(SystemFault) -> Bool {
        while interruption == nil {
            orders.eager = bundles.filter { !orders.excluded.contains($0) }
            orders.listed = listedBundles()
            if orders.eager.isEmpty { return false }
            if awaitReady(try startWorker(at: 0)) { return true }
            workers = []
        }
        return false
    }

    /// The bundles that stand in the listing already.
    private func listedBundles() -> Set<Int> {
        var listed: Set<Int> = []
        let bytes = table.copyListing()
        var end = 0
        while let record = try? ListingRecord.next(in: bytes, at: end) {
            listed.insert(record.file)
            end = record.contents.upperBound
        }
        return listed
    }

    /// Waits until the worker has loaded all.
    ///
    /// False if it died, hung or the user interrupts.
    private mutating func awaitReady(_ worker: WorkerProcess) -> Bool {
        while true {
            let ended = !wait().isEmpty
            for message in worker.receive() {
                switch message {
                case .ready: return true
                case .loadFault(let bundle, let fault): exclude(Int(bundle), fault)
                default: note(message)
                }
            }
            if interruption != nil { return false }
            if ended {
                blame(worker, hung: false)
                return false
            }
            if elapsed(worker) > limits.load {
                worker.kill()
                blame(worker, hung: true)
                return false
            }
        }
    }

    /// Names the bundle that ended or held up the worker that was loading.
    private mutating func blame(_ worker: WorkerProcess, hung: Bool) {
        let record = table.workers + worker.index
        let stage = table_load(&record.pointee.stage)
        let place = stage == WORKER_LOADING.rawValue ? "while it was opened (a constructor)" : "in its registration"
        let end = worker.reap()
        let bundle = Int(record.pointee.bundle)
        if blameExamples(worker, end, hung: hung) { return }
        guard orders.files.indices.contains(bundle),
            stage == WORKER_LOADING.rawValue || stage == WORKER_REGISTERING.rawValue
        else {
            // It died before or after all loading; nobody in particular is to blame, so the last one is.
            return exclude(
                orders.eager.last ?? 0, LoadFault(.died, "the process that loads bundles \(end.description)"))
        }
        let output = worker.output(from: 0, to: nil, limit: Self.loadOutputLimit)
        let fault =
            hung
            ? LoadFault(.hung, "took longer than \(DurationText.seconds(limits.load)) \(place)")
            : LoadFault(.died, "\(end.description) \(place)")
        exclude(bundle, fault.explained(by: CrashReport(output ?? "")))
    }

    /// Takes a bundle out of the run.
    mutating func exclude(_ bundle: Int, _ fault: LoadFault) {
        guard orders.files.indices.contains(bundle) else { return }
        orders.excluded.insert(bundle)
        if faults[bundle] == nil { faults[bundle] = fault }
    }

    /// Takes a bundle out whose listing makes no sense.
    mutating func excludeGarbled(_ bundle: Int?) {
        let fault = LoadFault(.malformed, "its listing was overwritten while bundles were loaded")
        if let bundle { return exclude(bundle, fault) }
        for index in orders.files.indices { exclude(index, fault) }
    }

    // MARK: Waiting

    /// Waits for a message, an end or an interrupt, but not longer than some time.
    ///
    /// Which workers have ended, by index.
    mutating func wait(_ milliseconds: Int32 = tick) -> Set<Int> {
        var entries = [pollfd(fd: interrupts, events: Int16(POLLIN), revents: 0)]
        for worker in workers {
            entries.append(pollfd(fd: worker.processDescriptor, events: Int16(POLLIN), revents: 0))
            // A negative descriptor is passed over: a closed pipe would be ready for ever.
            entries.append(pollfd(fd: worker.isHungUp ? -1 : worker.messages, events: Int16(POLLIN), revents: 0))
        }
        _ = poll(&entries, nfds_t(entries.count), milliseconds)
        if entries[0].revents != 0 {
            switch worker_next_interrupt(interrupts) {
            case 0: break
            case SIGTSTP: pause()
            case let signal:
                interruption = .signal(signal)
            }
        }
        var ended: Set<Int> = []
        for (place, worker) in workers.enumerated()
        where entries[1 + 2 * place].revents != 0 || worker.isDone(in: table) {
            ended.insert(worker.index)
        }
        return ended
    }

    /// Stops, with all workers, until the user continues the run; no time limit counts that time.
    private func pause() {
        for worker in workers { signal(worker, SIGSTOP) }
        let start = worker_now()
        worker_stop()
        let length = worker_now() - start
        for worker in workers {
            // Nobody else writes it: the worker stands still.
            table.workers[worker.index].since += length
            signal(worker, SIGCONT)
        }
    }

    /// Sends a signal to a worker and to what runs for it.
    private func signal(_ worker: WorkerProcess, _ signal: Int32) {
        worker.signal(pid_t(bitPattern: table.workers[worker.index].process), signal)
    }

    /// How long the worker has been at what it is doing.
    func elapsed(_ worker: WorkerProcess) -> UInt64 {
        let since = table_load64(&table.workers[worker.index].since)
        let now = worker_now()
        return now > since ? now - since : 0
    }

    /// Keeps what a message says until its activity has ended.
    mutating func note(_ message: WorkerMessage) {
        switch message {
        case .issue(let issue, let activity, _): notes[activity, default: ActivityNotes()].issues.append(issue)
        case .skip(let reason, let activity, _): notes[activity, default: ActivityNotes()].skipReason = reason
        case .log(let text, let activity, _): notes[activity, default: ActivityNotes()].logs.append(text)
        // Nothing is attached before there is a plan to say of which case it is.
        case .attachment, .ready, .loadFault, .childEnded: break
        }
    }
}
