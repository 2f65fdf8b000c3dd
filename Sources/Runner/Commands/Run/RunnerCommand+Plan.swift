// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// The plan of a run.
extension RunnerCommand {
    /// Finds out what was asked for, and makes plans of it by any seed: repetitions have one each.
    func planner(
        for registry: Registry, _ discovery: Discovery, _ faults: [BundleFault], _ start: WorkerStart
    ) throws -> (selection: Selection, plan: (UInt64) -> Plan) {
        let files = try options.idFiles.map { (path: $0, lines: try IdentityFile.lines($0)) }
        let isNamed = !options.identities.isEmpty || !files.isEmpty
        let identities = options.identities + files.flatMap { $0.lines.filter { !$0.isEmpty } }
        var selection: Selection
        do throws(Selection.UnknownIdentity) {
            selection = try Selection(
                identities: isNamed ? identities : nil, filters: options.filters.map { $0.resolved(sets) },
                skips: options.skips.map { $0.resolved(sets) }, tags: options.tags,
                in: registry)
        } catch {
            // The test may be in one of these.
            for fault in faults { StandardError.say("\(fault.path): \(fault.reason)") }
            if options.identities.contains(error.identity) { throw error }
            for (path, lines) in files {
                guard let index = lines.firstIndex(of: error.identity) else { continue }
                throw OrderFile.Fault(path == "-" ? "standard input" : path, line: index + 1, "\(error)")
            }
            throw error
        }
        for remark in options.tags.remarks(on: registry.tagSets.names) { StandardError.say(remark) }
        let earlier = earlierFailures(in: registry)
        if options.rerunFailed {
            selection.only = earlier?.slots
        } else if changed != nil {
            selection.only = changedSlots(discovery, registry)
        }
        let order = PlanBuilder.Order(
            isShuffled: options.shuffle == .on, first: earlier?.classes ?? [], jobs: jobs,
            withProcesses: Set(start.facts.files.indices.filter { start.isolation(of: $0) == .class }))
        let balance = try balance()
        return (
            selection,
            { [selection, options] seed in
                PlanBuilder.plan(
                    registry, selection: selection, focus: options.focus, seed: seed, order: order,
                    shard: options.shard, balance: balance, byCase: options.shardBy == .case, noTests: options.noTests)
            }
        )
    }

    /// Refuses a class that takes more workers' places than there are; a single worker runs everything by itself anyway.
    func checkSlots(of plan: Plan, _ registry: Registry) throws(UsageError) {
        if jobs == 1 { return }
        for unit in plan.units {
            guard let count = registry.resources.slots[unit.classIndex], count != .max, count > jobs else { continue }
            let name = TerminalText.line(registry.identity(ofClass: unit.classIndex))
            throw .badValue(
                "--jobs", value: "\(jobs)", expected: "at least \(count), the slots of '\(name)' (or slots \"all\")")
        }
    }

    /// The patterns of the command line, of rules and of set-ups.
    static func filters(_ options: Options, _ configuration: Configuration) -> [NameFilter] {
        options.filters + options.skips + configuration.sources.tests.compactMap(\.filter)
            + configuration.sources.setUps.compactMap(\.filter)
    }

    /// Looks up the tests of the sets that filters, rules and set-ups name, by their identities.
    func testSets(in registry: Registry) throws(UsageError) -> [TestSet: Set<String>] {
        let needed = Self.filters(options, configuration).sets
        guard let first = needed.map(\.rawValue).min() else { return [:] }
        guard let record else { throw .conflict("the set '\(first)' of tests", "--no-state") }
        var sets: [TestSet: Set<String>] = [:]
        for guest in guests { try sets.merge(guest.tests(in: needed, of: registry)) { $1 } }
        if needed.contains(.failed) {
            let slots = record.read().map { EarlierFailures($0, in: registry).slots } ?? []
            sets[.failed] = Set(slots.map { registry.identity(of: $0) })
        }
        // Any test may belong to a set that is not known.
        for set in needed where sets[set] == nil { sets[set] = registry.identities }
        return sets
    }

    /// The source of the weights for balanced shards, if shards are balanced.
    private func balance() throws(SystemFault) -> ShardBalance.Source? {
        guard let path = options.balance else { return nil }
        if path == "cases" { return .cases }
        for guest in guests { if let usual = try guest.usual(at: path) { return .record(usual) } }
        return .record(try RecordFile.read(path))
    }

    /// The cases of the bundles that have changed; nil for all, if a library that bundles may use has changed.
    private func changedSlots(_ discovery: Discovery, _ registry: Registry) -> Set<Plan.Slot>? {
        guard let changed, !discovery.passedOver.contains(where: { changed.contains($0.path) }) else { return nil }
        let files = Set(discovery.bundles.indices.filter { changed.contains(discovery.bundles[$0].path) })
        let classes = registry.classes.indices.filter { files.contains(registry.classes[$0].bundle) }
        return Set(classes.flatMap { registry.slots(ofClass: $0) })
    }
}
