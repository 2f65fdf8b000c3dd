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
        /// The same of a test executable, in nanoseconds; as for others where nil.
        var adapted: UInt64?
        /// When all of it must have ended, in nanoseconds of the monotonic clock.
        var deadline: UInt64?
    }

    /// How often the host looks at the clock while bundles are loaded and nothing comes in, in milliseconds.
    private static let tick: Int32 = 50

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
    /// How many classes and cases the plan has: what the table says of that, a bundle may have overwritten.
    var (unitCount, slotCount): (UInt32, UInt32) = (0, 0)
    /// Where attachments are kept.
    var attachments: AttachmentDirectory
    /// Becomes readable at an interrupt.
    let interrupts: Int32
    /// What the host waits for.
    private let awaited = PollList()
    /// What every worker is told.
    let orders: Worker.Orders
    /// How many workers may run at once.
    let jobs: Int
    /// The workers that are alive, or dead and not buried.
    var workers: [WorkerProcess] = []
    /// The last worker that has left, and is not waited for before the report is out; those before it have ended.
    var leaving: WorkerProcess?
    /// The bundles that turned out not to be usable.
    var faults: [Int: LoadFault] = [:]
    /// What a signal told the host.
    var interruption: Interruption?
    /// Whether a worker ended that may have left temporary files behind.
    var hasLostWorkers = false
    /// How many workers died in nobody's code since something was last brought to an end.
    var strayEnds = 0
    /// How many classes had been brought to an end then.
    var closedAtStrayEnd: UInt32 = 0
    /// What was said of workers that have been at one thing for long, by their index.
    var announced: [Int: Announcement] = [:]
    /// What has been said of an activity that has not ended yet.
    var notes: [UInt64: ActivityNotes] = [:]
    /// What has come of the slices of classes that are divided.
    var sliced = SlicedClasses()

    /// Finds names for what a worker crashed at.
    let symbolizer = Symbolizer()

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

    // MARK: Waiting

    /// Waits for a message, an end or an interrupt, but not longer than some time.
    ///
    /// Which workers have ended, by index.
    mutating func wait(_ milliseconds: Int32 = tick) -> [Int] {
        awaited.removeAll()
        awaited.append(interrupts)
        for worker in workers {
            awaited.append(worker.processDescriptor)
            // A closed pipe would be ready for ever.
            awaited.append(worker.isHungUp ? -1 : worker.messages)
        }
        awaited.wait(milliseconds)
        if awaited.isReady(0) {
            switch worker_next_interrupt(interrupts) {
            case 0: break
            case SIGTSTP: pause()
            case let signal:
                interruption = .signal(signal)
            }
        }
        var ended: [Int] = []
        for (place, worker) in workers.enumerated()
        where awaited.isReady(1 + 2 * place) || worker.isDone(in: table) {
            ended.append(worker.index)
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
