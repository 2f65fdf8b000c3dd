import BundleABI
import WorkerShims

extension Dispatcher {
    /// How much of what a bundle printed while it was loaded is looked at, in bytes: a backtrace of many threads fits.
    private static let loadOutputLimit = 65_536

    /// What came of a worker that was to load bundles.
    private enum LoadEnd {
        /// It has loaded all, but for those that turned out not to be usable.
        case ready([Int: LoadFault])
        /// It ended or hung in a bundle's code.
        case blamed(Int, LoadFault)
        /// It ended in nobody's code, or in a source of examples, or the user interrupts.
        case ended(worker_end?)
    }

    /// Says what opens test executables; those that nothing opens are faults.
    mutating func use(_ adapters: AdapterMaker.Outcome) {
        orders.adapters = adapters.libraries
        for (bundle, fault) in adapters.faults { exclude(bundle, fault) }
    }

    /// Opens and lists every bundle.
    ///
    /// All in one worker, at first, but for those that share no process with others: bundles with variables of their own,
    /// and test executables. Those are listed first, by workers that are for them alone. Afterwards a worker stands ready,
    /// unless there is nothing to run or an interrupt.
    mutating func load() throws(SystemFault) {
        var groups = loadGroups()
        let last = groups.popLast() ?? []
        for group in groups {
            orders.environment = group.first.map(orders.environment(of:)) ?? [:]
            _ = try load(group)
            workers = []
        }
        orders.environment = [:]
        if try load(last) || interruption != nil || orders.excluded.count == orders.files.count { return }
        // It opens a bundle when it comes to one of its classes.
        orders.listed = listedBundles()
        orders.eager = []
        _ = try loadEager()
    }

    /// The bundles that may be opened by one worker, group by group; the last is without variables of its own.
    private func loadGroups() -> [[Int]] {
        var others = Array(orders.files.indices)
        var groups: [[Int]] = []
        func take(_ isWanted: (Int) -> Bool) {
            groups.append(others.filter(isWanted))
            others.removeAll(where: isWanted)
        }
        while let first = others.first(where: { !orders.environment(of: $0).isEmpty }) {
            let (environment, household) = (orders.environment(of: first), orders.household(of: first))
            take { orders.environment(of: $0) == environment && orders.household(of: $0) == household }
        }
        while let first = others.first(where: { orders.files[$0].isAdapted }) { take { $0 == first } }
        // The worker of the last executable goes on with its classes, where there is nothing else.
        return others.isEmpty && groups.last.map(isWithoutVariables) == true ? groups : groups + [others]
    }

    /// Whether a group of bundles is opened with the variables that the host has.
    private func isWithoutVariables(_ group: [Int]) -> Bool {
        group.allSatisfy { orders.environment(of: $0).isEmpty }
    }

    /// Opens and lists some bundles; whether a worker that has done so stands ready.
    ///
    /// What fails may be the fault of a bundle that was opened before it, and is tried once more in a process of its own.
    private mutating func load(_ bundles: [Int]) throws(SystemFault) -> Bool {
        var doubtful: BundleSet = []
        while interruption == nil {
            orders.listed = listedBundles()
            orders.eager = bundles.filter { !orders.excluded.contains($0) && !doubtful.contains($0) }
            if orders.eager.isEmpty { break }
            let isAlone = orders.eager.count == 1
            var isDone = false
            switch try loadEager() {
            case .ready(let faults):
                if faults.isEmpty, doubtful.isEmpty { return true }
                for (bundle, fault) in faults {
                    if isAlone { exclude(bundle, fault) } else { doubtful.insert(bundle) }
                }
                isDone = true
            case .blamed(let bundle, let fault):
                if isAlone || fault.kind == .hung { exclude(bundle, fault) } else { doubtful.insert(bundle) }
            case .ended(nil): break
            case .ended:
                // Whoever it was, the others are not to be lost with it.
                let listed = listedBundles()
                doubtful.formUnion(orders.eager.filter { !listed.contains($0) })
                isDone = true
            }
            if isDone { break }
        }
        for bundle in doubtful.indices { try loadAlone(bundle) }
        workers = []
        return false
    }

    /// Opens and lists a bundle in a process of its own.
    private mutating func loadAlone(_ bundle: Int) throws(SystemFault) {
        while interruption == nil {
            workers = []
            orders.listed = listedBundles()
            orders.eager = [bundle]
            switch try loadEager() {
            case .ready(let faults): if let fault = faults[bundle] { exclude(bundle, fault) }
            case .blamed(_, let fault): exclude(bundle, fault)
            case .ended(nil): continue
            case .ended(let end?):
                exclude(bundle, LoadFault(.died, "the process that opened it \(end.description) behind that"))
            }
            return
        }
    }

    /// The bundles that stand in the listing already.
    private func listedBundles() -> BundleSet {
        var listed: BundleSet = []
        let bytes = table.copyListing()
        var end = 0
        while let record = try? ListingRecord.next(in: bytes, at: end) {
            listed.insert(record.file)
            end = record.contents.upperBound
        }
        return listed
    }

    /// Has a worker load what it is to load, which stands ready afterwards if it did.
    private mutating func loadEager() throws(SystemFault) -> LoadEnd {
        let end = awaitReady(try startWorker(at: 0))
        if case .ready = end { return end }
        hasLostWorkers = true
        workers = []
        return end
    }

    /// Waits until the worker has loaded all, or it died or hung, or the user interrupts.
    private mutating func awaitReady(_ worker: WorkerProcess) -> LoadEnd {
        var faults: [Int: LoadFault] = [:]
        while true {
            let ended = !wait().isEmpty
            for message in worker.receive() {
                switch message {
                case .ready: return .ready(faults)
                case .loadFault(let bundle, let fault): faults[Int(bundle)] = fault
                default: note(message)
                }
            }
            if interruption != nil { return .ended(nil) }
            let since = table_load64(&table.workers[worker.index].since)
            if ended { return blame(worker, hung: worker.isCondemned(since: since)) }
            // A backtrace first, then its end, which the next turns see.
            if elapsed(worker) > limits.load { worker.escalate(worker.pid, since: since, now: worker_now()) }
            worker_release(worker.pid)
            worker.thinOutput { 0 }
        }
    }

    /// Names the bundle that ended or held up the worker that was loading.
    private mutating func blame(_ worker: WorkerProcess, hung: Bool) -> LoadEnd {
        let record = table.workers + worker.index
        let stage = table_load(&record.pointee.stage)
        let place = stage == WORKER_LOADING.rawValue ? "while it was opened (a constructor)" : "in its registration"
        let end = worker.reap()
        let bundle = Int(record.pointee.bundle)
        if blameExamples(worker, end, hung: hung) { return .ended(nil) }
        guard orders.eager.contains(bundle), stage == WORKER_LOADING.rawValue || stage == WORKER_REGISTERING.rawValue
        else { return .ended(end) }
        let output = worker.output(from: 0, to: nil, limit: Self.loadOutputLimit)
        let fault =
            hung
            ? LoadFault(.hung, "took longer than \(DurationText.seconds(limits.load)) \(place)")
            : LoadFault(.died, "\(end.description) \(place)")
        return .blamed(bundle, fault.explained(by: CrashReport(output ?? ""), lastStack(of: worker.index)))
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
}
