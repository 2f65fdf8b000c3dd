// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel

extension HistoryRun {
    /// Takes where it comes from.
    public mutating func take(_ origin: RunOrigin) {
        (commit, jobs, isCI) = (origin.commit ?? "", origin.jobs, origin.isCI)
    }
}

/// Collects what the history keeps of a run.
public struct HistoryCollector: EventHandler {
    /// The most cases of a run that are kept in full; of a larger run, only failed and slow ones are, of the others only that they passed.
    public static let caseLimit = 20_000
    /// The most bytes of names that a run may bring along.
    private static let nameLimit = 1 << 20
    /// The most results that have more than two bytes.
    private static let detailLimit = 500
    /// The longest message, in bytes.
    private static let messageLimit = 200

    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The counts of the run; it takes each event first.
    private let tally: Tally
    /// Whether each case's result is kept.
    private let keepsAll: Bool
    /// The result of each case, by the registry's numbers; none if not all are kept.
    private var results: [HistoryResult]
    /// The results that are kept if not all are, by the registry index of their class.
    private var notable: [Int: [(slot: Plan.Slot, result: HistoryResult)]] = [:]
    /// Details that only some results have.
    private var details: [Plan.Slot: HistoryRun.Detail] = [:]
    /// The failures of the set-ups and tear-downs of classes, by registry index.
    private var reasons: [Int: String] = [:]
    /// The failures after the end of a case, which may come before its result: that of repetitions and attempts is held back.
    private var late: [(slot: Plan.Slot, issue: Issue)] = []
    /// The keys of classes that have ended, by registry index, and 0 for the others: the host has time while workers run, and none at
    /// the end.
    private var keys: [UInt64]
    /// When the run started, in nanoseconds since 1970.
    private var started: UInt64 = 0
    /// The duration, in nanoseconds.
    private var duration: UInt64 = 0
    /// The ending of the run.
    private var ending = RunRecord.Ending.finished

    /// Starts before anything has run.
    public init(_ registry: Registry, _ tally: Tally, caseLimit: Int = caseLimit) {
        (self.registry, self.tally) = (registry, tally)
        keepsAll = registry.slotNumberCount <= caseLimit && registry.bytes.count <= 8 * Self.nameLimit
        results = keepsAll ? Array(repeating: .absent, count: registry.slotNumberCount) : []
        keys = Array(repeating: 0, count: registry.classes.count)
    }

    /// Takes the next event.
    public mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .caseEnded(let result): take(result)
        case .unitEnded(let result):
            if keys[result.classIndex] == 0 { keys[result.classIndex] = key(ofClass: result.classIndex) }
            guard result.isAbnormal, reasons.count < Self.detailLimit else { return }
            let issue = result.issues.first(where: \.isFailure)
            let message = Self.message(of: issue)
            let isSaid = issue.map { [.crash, .timeout].contains($0.kind) || $0.phase == 0 } ?? true
            reasons[result.classIndex] = issue.map {
                isSaid ? message : "\(message) (\(Phase.description($0.phase)))"
            }
        case .lateIssue(let issue, .slot(let slot)?) where issue.isFailure: late.append((slot, issue))
        case .runStarted(let clock): started = clock.wallClock
        case .runEnded(let duration, let interruption):
            self.duration = duration
            for (slot, issue) in late { take(late: issue, slot) }
            if interruption != nil { ending = .cutShort }
        default: break
        }
    }

    /// Takes the result of a case.
    private mutating func take(_ result: CaseResult) {
        if result.isLeftOver {
            if result.reason == .stopped { ending = .stopped }
            if !keepsAll { return }
        }
        // Of a class that passed quickly, the tally knows enough.
        if !keepsAll, result.outcome == .passed, result.duration < RunRecord.longDuration * 1000, result.attempt == 1 {
            return
        }
        let short = HistoryResult(result)
        if keepsAll {
            results[registry.number(of: result.slot)] = short
        } else {
            let index = registry.cases[Int(result.slot.caseIndex)].classIndex
            notable[index, default: []].append((result.slot, short))
        }
        guard short.outcome.hasFailed, details.count < Self.detailLimit else { return }
        var detail = HistoryRun.Detail(place: 0, attempts: result.attempt)
        if let repetition = result.repetition {
            (detail.runs, detail.failures, detail.seed) = (repetition.runs, repetition.failures, repetition.seed)
        }
        detail.message = Self.message(of: result.issues.first(where: \.isFailure) ?? result.issues.first)
        details[result.slot] = detail
    }

    /// Takes a failure that came after the end of a case.
    private mutating func take(late issue: Issue, _ slot: Plan.Slot) {
        let number = registry.number(of: slot)
        let index = registry.cases[Int(slot.caseIndex)].classIndex
        let old = keepsAll ? results[number] : notable[index]?.first { $0.slot == slot }?.result ?? .absent
        if old.outcome.hasFailed { return }
        var result = CaseResult(slot: slot, outcome: .failed, issues: [issue])
        result.duration = old.duration
        notable[index]?.removeAll { $0.slot == slot }
        take(result)
    }

    /// The first line of what went wrong, cut where it is long.
    private static func message(of issue: Issue?) -> String {
        let line = issue?.summary.split(separator: "\n").first.map(String.init) ?? ""
        if line.utf8.count <= messageLimit { return line }
        var text = ""
        for character in line {
            if text.utf8.count + character.utf8.count > messageLimit { break }
            text.append(character)
        }
        return text + "…"
    }

    // MARK: The run

    /// The run, but for what the command knows of it, and the registry indices of its classes; nil if nothing ended.
    ///
    /// - Parameter builds: The builds of the bundles, by file index.
    public func run(
        seed: UInt64, machine: String, shard: String?, builds: [String?]
    ) -> (run: HistoryRun, classes: [Int])? {
        let id = HistoryRun.id(started: started, seed: seed, machine: machine, shard: shard)
        var (run, classes) = (HistoryRun(id: id), [Int]())
        (run.started, run.duration, run.ending) = (started, duration, ending)
        (run.seed, run.machine) = (seed, machine)
        for bundle in registry.bundles {
            let build = builds.indices.contains(bundle.fileIndex) ? builds[bundle.fileIndex] : nil
            let hash = build.map { HistoryHash.value([$0]) } ?? 0
            run.bundles.append(HistoryRun.Bundle(name: bundle.name, build: hash))
        }
        for index in registry.classes.indices where tally.counts(ofClass: index) != Tally.Counts() {
            guard let place = registry.bundlePlace(of: index), let item = item(of: index, bundle: place) else {
                continue
            }
            run.classes.append(item)
            classes.append(index)
        }
        // A set-up that failed has cases that did not run, and is a result by itself.
        let hasEnded = tally.total.ended > 0 || tally.total.abnormalClasses > 0
        return classes.isEmpty || !hasEnded ? nil : (run, classes)
    }

    /// The results of a class; nil if there are none.
    private func item(of index: Int, bundle: Int) -> HistoryRun.Class? {
        let counts = tally.counts(ofClass: index)
        let content: HistoryRun.Class.Content
        let own = notable[index] ?? []
        if keepsAll {
            content = .each(results(ofClass: index))
        } else {
            let isWhole = counts.ended >= registry.slotCount(ofClass: index)
            if own.isEmpty, !isWhole { return nil }
            content = .some(
                own.map { .init(name: registry.name(of: $0.slot), result: $0.result) },
                othersPassed: isWhole)
        }
        var item = HistoryRun.Class(
            key: keys[index] == 0 ? key(ofClass: index) : keys[index], bundle: bundle,
            isAbnormal: counts.abnormalClasses > 0,
            reason: reasons[index] ?? "", content: content)
        if details.isEmpty { return item }
        for (place, slot) in (keepsAll ? registry.slots(ofClass: index) : own.map(\.slot)).enumerated() {
            guard var detail = details[slot] else { continue }
            detail.place = place
            item.details.append(detail)
        }
        return item
    }

    /// The results of a class, all of which are kept.
    private func results(ofClass index: Int) -> [HistoryResult] {
        // Nearly always: then a case's number is its place.
        if registry.examples.isEmpty { return Array(results[registry.classes[index].cases]) }
        return registry.slots(ofClass: index).map { results[registry.number(of: $0)] }
    }

    /// The key of a class's names, without making them.
    private func key(ofClass index: Int) -> UInt64 {
        var hash = HistoryHash.start
        let end: [UInt8] = [0xFF]
        hash.append(Array(registry.identity(ofClass: index).utf8) + end + [UInt8(ascii: keepsAll ? "+" : "-")] + end)
        guard keepsAll else { return hash.finalized() }
        var names: [UInt8] = []
        for place in registry.classes[index].cases {
            let entry = registry.cases[place]
            let name = registry.characters(entry.name)
            guard entry.isParameterised, !entry.examples.isEmpty else {
                names += name
                names.append(0xFF)
                continue
            }
            for example in entry.examples {
                names += name
                names.append(Identity.begin)
                names += registry.characters(registry.examples[example])
                names += [Identity.end, 0xFF]
            }
        }
        // At one stroke: of each name, it would take twice as long.
        hash.append(names)
        for own in tags(ofClass: index) {
            hash.append(Array(HistoryNames.text(ofTags: own).utf8))
            hash.append(end)
        }
        return hash.finalized()
    }

    /// The tags of each test of a class; none if no test has any, as in most runs.
    private func tags(ofClass index: Int) -> [[String]] {
        guard keepsAll, registry.classes[index].cases.contains(where: { registry.cases[$0].tags != TagSets.none })
        else { return [] }
        return registry.slots(ofClass: index).map { registry.tags(ofCase: Int($0.caseIndex)) }
    }

    /// The names of a class, by its registry index.
    public func names(ofClass index: Int) -> HistoryNames {
        let tests = keepsAll ? registry.slots(ofClass: index).map { registry.name(of: $0) } : nil
        return HistoryNames(identity: registry.identity(ofClass: index), tests: tests, tags: tags(ofClass: index))
    }
}
