// SPDX-License-Identifier: MIT

import BundleABI

/// Collects what the record says of a run, and puts it into the record of the runs before.
struct RecordKeeper: EventTaker {
    /// The results of a class.
    private struct Tally {
        /// How many of its cases ended.
        var count = 0
        /// How long they took together, in nanoseconds.
        var duration: UInt64 = 0
        /// Whether its own set-up or tear-down failed.
        var isAbnormal = false
        /// Whether it was heard of at all.
        var hasEnded = false
        /// The cases with entries of their own.
        var notable: [RunRecord.Case] = []

        /// Adds a case that ended.
        mutating func add(_ time: UInt64) {
            count += 1
            duration.add(clamping: time)
        }
    }

    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The results of each class, by registry index.
    private var tallies: [Tally]
    /// The cases without examples that ended, a bit for each by registry index.
    private var endedCases: [UInt64]
    /// The examples that ended.
    private var endedExamples: [Plan.Slot] = []
    /// How many were attempted.
    private var executed = 0
    /// How many failed.
    private var failed = 0
    /// How the run ended.
    private var ending = RunRecord.Ending.finished

    /// Starts before anything has run.
    init(registry: Registry) {
        self.registry = registry
        tallies = Array(repeating: Tally(), count: registry.classes.count)
        endedCases = Array(repeating: 0, count: (registry.cases.count + 63) / 64)
    }

    /// Whether there is anything to remember.
    var isEmpty: Bool { !tallies.contains { $0.hasEnded || $0.count > 0 } }

    /// Takes the next event.
    mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .caseEnded(let result): take(result)
        case .unitEnded(let result):
            tallies[result.classIndex].hasEnded = true
            if result.isAbnormal { tallies[result.classIndex].isAbnormal = true }
        case .runEnded(_, let interruption): if interruption != nil { ending = .cutShort }
        default: break
        }
    }

    /// Takes what came of a case.
    private mutating func take(_ result: CaseResult) {
        guard let outcome = RunRecord.Outcome(result.outcome) else {
            if result.reason == .stopped { ending = .stopped }
            return
        }
        let place = Int(result.slot.caseIndex)
        let index = registry.cases[place].classIndex
        tallies[index].add(result.duration)
        if result.slot.exampleIndex == TESTKIT_NO_EXAMPLE {
            endedCases[place >> 6] |= Self.bit(of: result.slot)
        } else {
            endedExamples.append(result.slot)
        }
        if result.isExecuted { executed += 1 }
        if result.isFailure { failed += 1 }
        guard result.isFailure || result.duration >= RunRecord.longDuration * 1000 else { return }
        let name = Self.name(of: result.slot, in: registry)
        tallies[index].notable.append(
            RunRecord.Case(name: name, outcome: outcome, duration: result.duration / 1000))
    }

    /// The bit of a case without examples in its word of `endedCases`.
    private static func bit(of slot: Plan.Slot) -> UInt64 { 1 &<< UInt64(slot.caseIndex & 63) }

    /// "case" or "case[example]".
    static func name(of slot: Plan.Slot, in registry: Registry) -> String {
        let entry = registry.cases[Int(slot.caseIndex)]
        let name = registry.string(entry.name)
        guard slot.exampleIndex != TESTKIT_NO_EXAMPLE else { return name }
        return "\(name)[\(registry.string(registry.examples[entry.examples.lowerBound + Int(slot.exampleIndex)]))]"
    }

    /// The record with this run in it.
    ///
    /// A class that ran whole is as it is now; of one of which a part ran, the rest stays as it was. What ran in bundles
    /// that are not here stays; what is no longer in those that are goes.
    func merged(
        into old: RunRecord?, seed: UInt64, time: String, command: String, limit: Int = RunRecord.lineLimit
    ) -> RunRecord {
        let number = min((old?.run.number ?? 0) + 1, FileNumber.ordinal.range.upperBound)
        let run = RunRecord.Run(
            number: number, time: time, seed: seed, ending: ending, executed: executed, failed: failed,
            command: command)
        var record = RunRecord(run: run)
        let bundles = Set(registry.bundles.map(\.name))
        var isMerged = Array(repeating: false, count: tallies.count)
        let entries = old?.classes ?? []
        // Only a class of which a part ran asks for it.
        lazy var examples = Set(endedExamples)
        func hasEnded(_ slot: Plan.Slot) -> Bool {
            if slot.exampleIndex != TESTKIT_NO_EXAMPLE { return examples.contains(slot) }
            return endedCases[Int(slot.caseIndex) >> 6] & Self.bit(of: slot) != 0
        }
        let present = entries.isEmpty ? [] : registry.classes.indices.map(registry.identity(ofClass:))
        for (entry, place) in zip(entries, RecordMatching.places(of: entries.map(\.identity), among: present)) {
            if let index = place {
                isMerged[index] = true
                record.classes.append(merge(index, entry, number, hasEnded))
            } else if let slash = entry.identity.lastIndex(of: "/"),
                !bundles.contains(String(entry.identity[..<slash]))
            {
                record.classes.append(entry)
            }
        }
        for index in tallies.indices where !isMerged[index] {
            let tally = tallies[index]
            guard tally.count > 0 || tally.isAbnormal else { continue }
            record.classes.append(entry(of: index, number))
        }
        record.trim(to: limit)
        return record
    }

    /// Returns the entry of a class by this run.
    private func entry(of index: Int, _ number: UInt64) -> RunRecord.Class {
        let tally = tallies[index]
        return RunRecord.Class(
            identity: registry.identity(ofClass: index), run: number, isAbnormal: tally.isAbnormal, count: tally.count,
            duration: tally.duration / 1000, cases: tally.notable)
    }

    /// Returns the entry of a class by this run and the ones before.
    private func merge(
        _ index: Int, _ old: RunRecord.Class, _ number: UInt64, _ hasEnded: (Plan.Slot) -> Bool
    ) -> RunRecord.Class {
        let tally = tallies[index]
        guard tally.count > 0 || tally.isAbnormal || tally.hasEnded else { return old }
        var new = entry(of: index, number)
        if tally.count >= registry.slotCount(ofClass: index) { return new }
        if old.count > new.count { (new.count, new.duration) = (old.count, old.duration) }
        guard !old.cases.isEmpty else { return new }
        func name(_ slot: Plan.Slot) -> String { Self.name(of: slot, in: registry) }
        let slots = registry.slots(ofClass: index)
        let remaining = RecordMatching.remaining(
            of: old.cases.map(\.name), among: slots.map(name), without: slots.filter(hasEnded).map(name))
        new.cases = remaining.map { old.cases[$0] } + new.cases
        return new
    }
}
