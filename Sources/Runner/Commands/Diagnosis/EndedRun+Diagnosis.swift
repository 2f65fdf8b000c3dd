// SPDX-License-Identifier: MIT

import BundleABI
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// Finds the causes of a run's failures, one after the other, within a budget.
extension EndedRun {
    /// The most cases that are tried as setters of a brittle test.
    private static let othersLimit = 20_000

    /// Finds the causes and reports them; a cause that is not found within the budget is unknown.
    func diagnose(emit: @escaping (Event) -> Void) { diagnose(journal.failures.map(symptom(of:)), emit: emit) }

    /// Finds the causes of some failures.
    func diagnose(_ symptoms: [FailureContext], emit: @escaping (Event) -> Void) {
        share(among: symptoms.map(\.slot), emit: emit) { number, trials in
            let symptom = symptoms[number]
            var diagnoser = Diagnoser(symptom, by: trials)
            var diagnosis = diagnoser.diagnose()
            diagnosis.remarks = remarks(on: diagnosis, by: diagnoser.runner)
            diagnosis.runs = diagnoser.runner.runs
            diagnosis.command = repeatCommand(diagnosis, symptom.conditions)
            emit(.diagnosed(diagnosis))
            return diagnoser.runner.runs
        }
    }

    /// Gives each of some failures an equal share of what is left of the budget; `look` looks into one, by its number, and returns how
    /// many runs that took.
    func share(
        among slots: [Plan.Slot], emit: @escaping (Event) -> Void, look: (Int, WorkerTrials) -> Int
    ) {
        var rest = trialRuns
        let deadline = worker_now() + UInt64(trialTime * 1_000_000_000)
        for (number, slot) in slots.enumerated() {
            let now = worker_now()
            let share = (deadline - min(deadline, now)) / UInt64(slots.count - number)
            let trials = trials(for: share, runs: (rest + slots.count - number - 1) / (slots.count - number)) { run in
                emit(.diagnosing(DiagnosisProgress(slot: slot, run: run, number: number + 1, of: slots.count)))
            }
            rest -= look(number, trials)
        }
    }

    /// Makes trials for some time, in nanoseconds.
    func trials(for time: UInt64, runs: Int, progress: @escaping (Int) -> Void) -> WorkerTrials {
        WorkerTrials(
            prepared.registry, pool, start, limits, deadline: worker_now() + time, limit: runs,
            progress: progress)
    }

    /// The conditions of the run.
    var conditions: TrialConditions { TrialConditions(seed: prepared.plan.seed, chance: start.chance) }

    /// The name of a case.
    func identity(of slot: Plan.Slot) -> String { prepared.registry.identity(of: slot) }

    /// The class of a case.
    private func classIndex(of slot: Plan.Slot) -> Int { prepared.registry.cases[Int(slot.caseIndex)].classIndex }

    /// Returns the known facts about a failure.
    private func symptom(of failure: CaseResult) -> FailureContext {
        let (registry, slot) = (prepared.registry, failure.slot)
        let own = registry.classes[classIndex(of: slot)]
        let isolation = start.isolation(of: own.bundle)
        var symptom = FailureContext(
            slot: slot,
            conditions: TrialConditions(seed: journal.plan.seed, chance: start.chance(of: own.bundle)))
        symptom.hasTimedOut = failure.outcome == .timedOut
        symptom.limit = registry.limits[Int(slot.caseIndex)] ?? start.facts.bundles[own.bundle]?.timeout ?? limits.run
        let before = journal.cases(before: slot) ?? []
        switch isolation {
        case .worker, .none: symptom.before = before
        case .class: symptom.before = before.filter { classIndex(of: $0) == classIndex(of: slot) }
        case .case: break
        }
        if journal.order.workers.count > 1 { symptom.together = journal.order }
        if isolation == .worker { symptom.others = others(than: slot) }
        if isolation != .case { symptom.declared = declared(before: slot) }
        return symptom
    }

    /// The cases that may run before one in some order and did not fail: those of its bundle, then all.
    func others(than slot: Plan.Slot) -> [[Plan.Slot]] {
        let registry = prepared.registry
        let own = registry.classes[classIndex(of: slot)]
        let failed = Set(journal.failures.map(\.slot))
        let all = journal.plan.slots.filter { other in
            other != slot && !failed.contains(other)
                && registry.classes[classIndex(of: other)].runGroup <= own.runGroup
        }
        guard all.count <= Self.othersLimit else { return [] }
        let mine = all.filter { registry.classes[classIndex(of: $0)].bundle == own.bundle }
        return mine.count < all.count ? [mine, all] : [all]
    }

    /// The cases of the plan that a case's class declares before it.
    private func declared(before slot: Plan.Slot) -> [Plan.Slot] {
        func place(_ slot: Plan.Slot) -> (UInt32, UInt32) { (slot.caseIndex, slot.exampleIndex) }
        let own = classIndex(of: slot)
        let all = journal.plan.slots.filter { classIndex(of: $0) == own && place($0) < place(slot) }
        return all.count <= Self.othersLimit ? all.sorted { place($0) < place($1) } : []
    }

    /// Returns the changes that the leak check saw in the culprits' classes.
    private func remarks(on diagnosis: Diagnosis, by trials: WorkerTrials) -> [String] {
        if diagnosis.culprits.isEmpty { return [] }
        var (trials, seen): (WorkerTrials, Set<Int>) = (trials, [])
        let conditions = TrialConditions(seed: journal.plan.seed, chance: start.chance)
        let found = trials.leaks(of: diagnosis.culprits, under: conditions)
        return diagnosis.culprits.map(classIndex(of:)).filter { seen.insert($0).inserted }.flatMap { index in
            let texts = found[index] ?? journal.remarks[index]?.map(\.message) ?? []
            return texts.map { "\(prepared.registry.identity(ofClass: index)) \($0)" }
        }
    }

    /// Returns the command that shows a cause.
    func repeatCommand(_ diagnosis: Diagnosis, _ conditions: TrialConditions) -> String {
        let (seed, name) = (conditions.seed, identity(of: diagnosis.slot))
        // Where a bundle has a division of its own, the command has the one of the trials.
        let isAsked = !start.hasChance { $0 != conditions.chance }
        let chance = isAsked ? [] : ["--chance", conditions.chance.text]
        switch diagnosis.cause {
        case .victim(let slots), .brittle(let slots):
            return repeated.text(seed: seed, order: slots.map(identity(of:)) + [name], options: chance)
        case .interleaving(let interleaving):
            var chance = conditions.chance
            chance.tasks = .seeded
            let options = ["--chance", chance.text]
            return repeated.text(seed: interleaving.seed ?? seed, tests: [name], options: options)
        case .random(let seed): return repeated.text(seed: seed, tests: [name], options: ["--chance", "random=seeded"])
        case .company: return repeated.text(seed: seed, jobs: 1)
        case .declaredOrder:
            let own = prepared.registry.identity(ofClass: classIndex(of: diagnosis.slot))
            return repeated.text(seed: seed, tests: [own], options: chance + ["--shuffle", "off", "--jobs", "1"])
        // Without a record, only the seed can be repeated.
        case .concurrency: return isRecorded ? repeated.exactText() : repeated.text(seed: seed)
        case .flaky:
            return repeated.text(seed: seed, tests: [name], options: chance + ["--until-failure", "--repeat", "100"])
        case .alone, .hashing, .time, .unknown: return repeated.text(seed: seed, tests: [name], options: chance)
        }
    }
}
