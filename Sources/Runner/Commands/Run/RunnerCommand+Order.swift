// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport

/// A run in a prescribed order.
extension RunnerCommand {
    /// Reads the prescribed order, if there is one.
    static func order(_ options: Options) throws -> OrderFile? {
        if let path = options.order { return try OrderFile.read(path) }
        let last = "\(options.state ?? ".")/\(OrderRecord.fileName)"
        if options.diagnose == .last { return try OrderFile.record(last) }
        guard let again = options.rerunExactly else { return nil }
        switch again {
        case .last: return try OrderFile.record(last)
        case .record(let path): return try OrderFile.record(path)
        case .worker(let number):
            let order = try OrderFile.record(last)
            if let part = order.only(worker: number) { return part }
            throw UsageError.badValue(
                "--rerun-exactly", value: "\(number)",
                expected: "a worker of the last run, from 0 to \(order.workers.count - 1)")
        }
    }

    /// Returns the plan of a prescribed order.
    ///
    /// Recorded tests that no longer exist are left out, with a warning.
    func plan(by order: OrderFile, _ registry: Registry, _ facts: RunFacts, _ faults: [BundleFault]) throws -> Plan {
        let isReplay = options.rerunExactly != nil || options.diagnose == .last
        if isReplay { sayChanges(since: order, registry, facts) }
        do {
            let resolver = try OrderResolver(order, seed: seed, in: registry)
            let plan = try resolver.plan(
                seed: seed,
                missing: isReplay ? { StandardError.say("warning: \($0.description); the other tests run") } : nil)
            if options.isolation == .none, plan.prescription?.workerCount ?? 1 > 1 {
                throw UsageError.conflict("--isolation none", "an order for several workers")
            }
            return plan
        } catch let fault as OrderFile.Fault {
            // The test may be in one of these.
            for fault in faults { StandardError.say("\(fault.path): \(fault.reason)") }
            throw fault
        }
    }

    /// Prepares a run of what failed in an earlier run, each case in a process of its own, with the journal of that run.
    func failures(
        of order: OrderFile, _ plan: Plan, _ registry: Registry, _ faults: [BundleFault], _ start: WorkerStart
    ) throws -> PreparedRun {
        let failures = try OrderResolver(order, seed: seed, in: registry).failures().map {
            CaseResult(slot: $0.slot, outcome: $0.hasTimedOut ? .timedOut : .failed)
        }
        if failures.isEmpty {
            StandardError.say("nothing to diagnose: according to '\(order.path)', nothing failed in the last run")
        }
        let alone = PrescribedOrder(processes: failures.map { [$0.slot] }).plan(seed: seed, in: registry)
        var prepared = PreparedRun(
            registry: registry, plan: alone, faults: faults, start: start, replan: alone.with(seed:))
        prepared.earlier = RunJournal(of: plan, failures: failures)
        return prepared
    }

    /// Names the bundles that have changed since a run was recorded.
    private func sayChanges(since order: OrderFile, _ registry: Registry, _ facts: RunFacts) {
        for bundle in registry.bundles {
            guard let build = order.builds[bundle.name], let now = facts.stamps[bundle.fileIndex]?.text, build != now
            else { continue }
            StandardError.say(
                "warning: \(bundle.name) has changed since the recorded run (\(facts.files[bundle.fileIndex].path)); "
                    + "its tests may behave differently")
        }
    }
}
