// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport
import WorkerShims

/// The words about a worker's end: where it was, how it ended, whose code it had run.
struct DeathDescription {
    /// The plan of the run.
    private let plan: Plan
    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The workers.
    private let pool: WorkerPool
    /// The facts of the run.
    private let facts: RunFacts
    /// The isolation of the run.
    private let isolation: Isolation
    /// The time limits.
    private let enforcer: TimeLimitEnforcer

    /// Prepares the words for the workers of a plan.
    init(_ plan: Plan, _ registry: Registry, _ pool: WorkerPool, _ start: WorkerStart, _ enforcer: TimeLimitEnforcer) {
        (self.plan, self.registry, self.pool, self.enforcer) = (plan, registry, pool, enforcer)
        (facts, isolation) = (start.facts, start.isolation)
    }

    /// The shared memory.
    private var table: RunTable { pool.table }

    /// The words for a case in whose process nothing can go on.
    private static let deadlock =
        "no task is ready, no timer is set, and each thread waits for another one or for work, so nothing can go on"

    /// Returns the issue for the activity in which a worker ended; of several cases, any of which it may be, for each of them.
    func culprit(_ worker: WorkerProcess, _ death: WorkerDeath.Death, among slots: [UInt32] = []) -> Issue {
        let place = table.worker(worker.index)
        let phase = Phase.description(place.phase)
        let limit = DurationText.seconds(enforcer.limit(of: worker.index))
        let ending = pool.ending(of: worker, death.end)
        if worker.isOverwritten { return Self.overwritten }
        let thread = ThreadOrigin(of: worker.index, in: table).words(registry, plan, facts.files)
        let overdue = place.isStanding ? "deadlock \(phase): \(Self.deadlock)" : "took longer than \(limit), \(phase)"
        let message = death.hasTimedOut ? overdue : "\(ending) \(phase)\(thread)"
        var issue = Issue(kind: death.hasTimedOut ? .timeout : .crash, message: message)
        issue.phase = place.phase
        issue.stacks = pool.lastStacks(of: worker)
        issue.locate(at: place)
        if slots.count > 1 {
            issue.message += "; one of the \(slots.count) tests that ran at the same time caused it"
            let names = slots.prefix(10).map { registry.identity(of: plan.slots[Int($0)]) }
            let rest = slots.count > names.count ? " and \(slots.count - names.count) more" : ""
            issue.details = "ran at the same time: \(names.joined(separator: ", "))\(rest)"
        }
        return issue
    }

    /// The issue for a worker that said what cannot be true.
    private static let overwritten = Issue(
        kind: .crash,
        message:
            "code of the bundle overwrote the memory that its worker shares with the runner, or mapped other memory there; "
            + "the worker could not go on")

    /// Returns the fault of the bundle that a worker was opening again, or preparing for forks, when it ended.
    func loadFault(of worker: WorkerProcess, _ death: WorkerDeath.Death, _ output: (UInt64, UInt64)) -> LoadFault {
        let isForking = death.stage == .forking
        let cause: LoadFault.Cause =
            death.hasTimedOut
            ? .hungAgain(isForking: isForking)
            : .diedAgain(ending: pool.ending(of: worker, death.end), isForking: isForking)
        let report = CrashReport(worker.output.text(from: output.0, to: output.1) ?? "")
        return LoadFault(cause).explained(by: report, pool.lastStacks(of: worker))
    }

    /// Returns the issue for an end outside of cases and classes; a backtrace may still name the code.
    func strayEnd(of worker: WorkerProcess, _ death: WorkerDeath.Death, _ output: (UInt64, UInt64)) -> Issue {
        let isOfTest = table.worker(worker.index).endedIn != 0
        let later = isOfTest ? "in work that a test has started, between tests" : "between tests"
        let place = death.isLeaving ? "in an exit handler or a destructor" : later
        let who = "a worker\(suspects(worker, withOpened: death.isLeaving))"
        if let stood = worker.stoodStill {
            let what =
                "made no progress \(place) for \(DurationText.seconds(stood)), as if stopped by another process, and was ended"
            return Issue(kind: .crash, message: "\(who) \(what)")
        }
        if worker.isOverwritten {
            var issue = Self.overwritten
            issue.message = "\(who) was ended: \(issue.message)"
            return issue
        }
        let limit = DurationText.seconds(enforcer.limit(of: worker.index))
        let what = death.hasTimedOut ? "took longer than \(limit)" : pool.ending(of: worker, death.end)
        var issue = Issue(kind: death.hasTimedOut ? .timeout : .crash, message: "\(who) \(what) \(place)")
        issue.stacks = pool.lastStacks(of: worker)
        return issue.explained(by: CrashReport(worker.output.text(from: output.0, to: output.1) ?? ""))
    }

    /// Returns the issue for the activity whose work has ended the process in which another one ran.
    func endedByWork(_ worker: WorkerProcess, _ end: worker_end) -> Issue {
        let what = "work that it has started ended the process in which another test ran"
        var issue = Issue(kind: .crash, message: "\(what): \(pool.ending(of: worker, worker.trueEnd(end)))")
        issue.stacks = pool.lastStacks(of: worker)
        return issue
    }

    /// Returns the case that a worker runs; nil if it runs none.
    func runningCase(of worker: WorkerProcess) -> UInt32? {
        let place = table.worker(worker.index)
        guard place.stage == .runCase, let slot = place.slot, slot < table.slotCount,
            plan.slots.indices.contains(Int(slot)), table.written(by: worker.index).slot(slot).state == .running
        else { return nil }
        return slot
    }

    /// Returns the warning of a case that a worker was running for some time when the run was cut short, with the stacks that it wrote.
    func interrupted(_ worker: WorkerProcess, after time: UInt64) -> Issue {
        let place = table.worker(worker.index)
        let words = "had been running for \(DurationText.text(time)) when the run was cut short"
        var issue = Issue(kind: .warning, message: words)
        issue.phase = place.phase
        issue.stacks = pool.lastStacks(of: worker)
        issue.locate(at: place)
        return issue.explained(by: CrashReport(""))
    }

    /// Returns the warning that names the set-up or tear-down that a worker runs as the run is cut short; nil if it runs none.
    func cutShort(_ worker: WorkerProcess, now: UInt64) -> Issue? {
        let place = table.worker(worker.index)
        guard place.stage == .beginClass || place.stage == .endClass, let unit = place.unit,
            plan.units.indices.contains(Int(unit))
        else { return nil }
        let part = place.stage == .beginClass ? "the set-up" : "the tear-down"
        let what = "\(part) of \(registry.identity(ofClass: plan.units[Int(unit)].classIndex))"
        let time = DurationText.text(place.elapsed(at: now))
        var issue = Issue(kind: .warning, message: "\(what) had been running for \(time) when the run was cut short")
        issue.locate(at: place)
        return issue
    }

    /// Returns the issue for the messages that an ended worker could not send; nil if there are none.
    func lostMessages(of worker: WorkerProcess) -> Issue? {
        let (count, code) = table.worker(worker.index).lostMessages
        if count == 0 || worker.isOverwritten { return nil }
        let what = count == 1 ? "1 message, which" : "\(count) messages, which"
        let why = "could not be written to its pipe to the runner: \(SystemFault.reason(code))"
        return Issue(kind: .error, message: "a worker\(suspects(worker)) lost \(what) \(why)")
    }

    /// Returns the warning for output of tests that could not be written.
    func lostOutput(of worker: WorkerProcess) -> Issue {
        let isFull = worker.output.hasNoRoom
        let limits = "see the limits of the size of files (ulimit -f) and of disk space"
        let reason = isFull ? "no space is left there" : limits
        let place = FilePath.temporary
        let what = "output of tests was lost: it could not be written to a file in \(place): \(reason)"
        return Issue(kind: .warning, message: "\(what); TMPDIR names another directory")
    }

    /// The issue for a run that was stopped as if enough had failed.
    static let stopped = Issue(
        kind: .crash,
        message: "code of a bundle wrote to shared memory that failures must stop the run, though nothing had failed; "
            + "nothing more was started")

    /// The bundles whose code a worker had run, in words that follow "a worker"; empty if there are none.
    ///
    /// At its end, bundles that it had only opened run code as well.
    private func suspects(_ worker: WorkerProcess, withOpened: Bool = false) -> String {
        let bundles = bundles(runBy: worker)
        let names = facts.names(of: bundles)
        let others = withOpened ? facts.names(of: bundlesOpened(by: worker).subtracting(bundles)) : ""
        if others.isEmpty { return names.isEmpty ? "" : " that had run \(names)" }
        return names.isEmpty ? " that had opened \(others)" : " that had run \(names) and had opened \(others)"
    }

    /// The bundles whose code a worker has run.
    ///
    /// A child process for a class or a case has run only that one's bundle.
    func bundles(runBy worker: WorkerProcess) -> BundleSet {
        var bundles = worker.bundles
        if let unit = table.worker(worker.index).unit, unit < table.unitCount {
            let bundle = table.unit(unit).bundle
            if [.class, .case].contains(facts.isolation(of: bundle, in: isolation)) { bundles = [] }
            bundles.insert(bundle)
        }
        return bundles
    }

    /// The bundles that a worker has opened, as far as is known.
    private func bundlesOpened(by worker: WorkerProcess) -> BundleSet {
        var opened = worker.opened
        let last = Int(table.worker(worker.index).bundle)
        if facts.files.indices.contains(last) { opened.insert(last) }
        return opened
    }
}
