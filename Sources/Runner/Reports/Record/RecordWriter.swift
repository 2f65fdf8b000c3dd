// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// Collects what the record says of a run, and puts it into the record of the runs before.
///
/// Rule 40.
public struct RecordWriter: EventHandler {
    /// The results of a class, besides those that the tally of the run has.
    private struct Entry {
        /// Whether it was heard of at all.
        var hasEnded = false
        /// The cases with entries of their own.
        var notable: [RunRecord.Case] = []
        /// The cases that failed after their end.
        var late: Set<String> = []
        /// Whether its set-up or tear-down failed after its end.
        var isLate = false
    }

    /// The part of the bundles that was asked for.
    public enum Listed {
        /// All that they have: what else the record has of them is no longer there.
        case everything
        /// Some of their classes, each with all cases.
        case someClasses
        /// Some cases.
        case someCases
    }

    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The counts of the run; it takes each event first.
    private let tally: Tally
    /// The results of each class, by registry index.
    private var entries: [Entry]
    /// The ending of the run.
    private var ending = RunRecord.Ending.finished

    /// Starts before anything has run.
    public init(_ registry: Registry, _ tally: Tally) {
        (self.registry, self.tally) = (registry, tally)
        entries = Array(repeating: Entry(), count: registry.classes.count)
    }

    /// Whether there is anything to remember.
    public var isEmpty: Bool { tally.total.ended == 0 && !entries.contains(where: \.hasEnded) }

    /// Takes the next event.
    public mutating func handle(_ event: Event, at instant: UInt64) {
        switch event {
        case .caseEnded(let result): take(result)
        case .unitEnded(let result): entries[result.classIndex].hasEnded = true
        case .lateIssue(let issue, let subject?) where issue.isFailure:
            switch subject {
            case .slot(let slot):
                entries[registry.cases[Int(slot.caseIndex)].classIndex].late.insert(registry.name(of: slot))
            case .unit(let index): entries[index].isLate = true
            }
        case .runEnded(_, let interruption): if interruption != nil { ending = .cutShort }
        default: break
        }
    }

    /// Takes the result of a case.
    private mutating func take(_ result: CaseResult) {
        if result.outcome == .notRun {
            if result.reason == .stopped { ending = .stopped }
            return
        }
        guard result.isFailure || result.duration >= RunRecord.longDuration * 1000 else { return }
        entries[registry.cases[Int(result.slot.caseIndex)].classIndex].notable.append(
            RunRecord.Case(
                name: registry.name(of: result.slot), outcome: result.outcome, duration: result.duration / 1000))
    }

    /// The record with this run in it.
    ///
    /// A class that ran whole is replaced. If a part of it ran, the rest stays as it was. Tests of bundles that
    /// are not here stay; missing tests of bundles that are here leave the record, if all was listed.
    public func merged(
        into old: RunRecord?, seed: UInt64, time: String, command: String, limit: Int = RunRecord.lineLimit,
        listed: Listed = .everything
    ) -> RunRecord {
        let number = min((old?.run.number ?? 0) + 1, FileNumber.ordinal.range.upperBound)
        let run = RunRecord.Run(
            number: number, time: time, seed: seed, ending: ending, executed: tally.total.executed,
            failed: tally.total.failed, command: command)
        var record = RunRecord(run: run)
        let bundles = Set(registry.bundles.map(\.name))
        var isMerged = Array(repeating: false, count: entries.count)
        let known = old?.classes ?? []
        func hasEnded(_ slot: Plan.Slot) -> Bool { tally.outcome(of: slot).map { $0 != .notRun } ?? false }
        let present = known.isEmpty ? [] : registry.classes.indices.map(registry.identity(ofClass:))
        for (entry, place) in zip(known, RecordMatching.places(of: known.map(\.identity), among: present)) {
            if let index = place {
                isMerged[index] = true
                record.classes.append(merge(index, entry, number, listed, hasEnded))
            } else if let slash = entry.identity.lastIndex(of: "/"),
                listed != .everything || !bundles.contains(String(entry.identity[..<slash]))
            {
                record.classes.append(entry)
            }
        }
        for index in entries.indices where !isMerged[index] {
            let entry = entry(of: index, number)
            if entry.count > 0 || entry.isAbnormal { record.classes.append(entry) }
        }
        record.trim(to: limit)
        return record
    }

    /// Returns the entry of a class by this run.
    private func entry(of index: Int, _ number: UInt64) -> RunRecord.Class {
        let counts = tally.counts(ofClass: index)
        let entry = entries[index]
        var cases = entry.notable
        for name in entry.late.sorted() {
            if let place = cases.firstIndex(where: { $0.name == name }) {
                if !cases[place].isFailure { cases[place].outcome = .failed }
            } else {
                cases.append(RunRecord.Case(name: name, outcome: .failed, duration: 0))
            }
        }
        return RunRecord.Class(
            identity: registry.identity(ofClass: index), run: number,
            isAbnormal: counts.abnormalClasses > 0 || entry.isLate, count: counts.ended,
            duration: counts.duration / 1000, cases: cases)
    }

    /// Returns the entry of a class by this run and the ones before.
    private func merge(
        _ index: Int, _ old: RunRecord.Class, _ number: UInt64, _ listed: Listed, _ hasEnded: (Plan.Slot) -> Bool
    ) -> RunRecord.Class {
        var new = entry(of: index, number)
        guard new.count > 0 || new.isAbnormal || entries[index].hasEnded else { return old }
        if listed != .someCases, new.count >= registry.slotCount(ofClass: index) { return new }
        if old.count > new.count { (new.count, new.duration) = (old.count, old.duration) }
        guard !old.cases.isEmpty else { return new }
        let slots = registry.slots(ofClass: index)
        let remaining = RecordMatching.remaining(
            of: old.cases.map(\.name),
            among: listed == .someCases ? old.cases.map(\.name) : slots.map(registry.name(of:)),
            without: slots.filter(hasEnded).map(registry.name(of:)))
        new.cases = remaining.map { old.cases[$0] } + new.cases
        return new
    }
}
