// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import RunnerSupport

/// The results of several files for the same tests, and the file that has the last word.
///
/// A machine that was lost, or a shard that was tried again, leaves several files that report the same cases. Of each
/// case one file has the last word: one where it ran comes before one where it was skipped, and that before one where it did not
/// run; one whose run came to its end before one that was cut short, and of two such the one that was started later. A
/// failure in another is an attempt that failed, so that a case that then passed is flaky.
///
/// Rule 59.
struct MergeLedger {
    /// The reliability of each file, the better the larger: whether its run came to its end, then when it started.
    private let ranks: [Int]
    /// The files whose word counts nowhere, since others have all of their cases.
    private(set) var superseded: Set<Int> = []
    /// Which file has the last word on a slot, plus one, and in the two highest bits its `Strength`; empty where no case is in
    /// several files.
    private var owners: [UInt32] = []
    /// Which file has the last word on a class, plus one.
    private var unitOwners: [Int: Int] = [:]
    /// The counts of the merged run, which know what has a result.
    let tally: Tally
    /// The number of results that did not count.
    private(set) var repeated = 0
    /// The number of emitted failures of a slot in other files, by the slot's number.
    private var earlierFailures: [Int: Int] = [:]
    /// A number for each worker of each file.
    private var workers: [WorkerKey: Int] = [:]
    /// The names of the workers.
    let workerNames = WorkerNames()
    /// The machines' names, by file.
    private let hosts: [String]

    /// A worker of a file's run.
    private struct WorkerKey: Hashable {
        /// The file.
        let file: Int
        /// The worker's number there.
        let number: Int
    }

    /// The strength of a file's statement about a case.
    private enum Strength: UInt32 {
        case notRun, skipped, ran
    }

    /// Where a slot's last word has its strength.
    private static let strengthShift: UInt32 = 30

    /// The file that has the last word on a slot.
    private func owner(_ number: Int) -> Int { Int(owners[number] & (1 << Self.strengthShift - 1)) - 1 }

    /// Makes a ledger before the first event.
    ///
    /// The tally takes every event that the ledger emits.
    init(_ merged: MergedPlan, _ runs: [EventRun], _ tally: Tally) {
        self.tally = tally
        if merged.gathered.hasOverlap { owners = Array(repeating: 0, count: merged.registry.slotNumberCount) }
        let order = Self.order(runs)
        var ranks = Array(repeating: 0, count: runs.count)
        for (rank, file) in order.enumerated() { ranks[file] = rank }
        self.ranks = ranks
        hosts = runs.map { $0.start?.host ?? "" }
    }

    /// Returns the files in the order of the replay: the strongest comes last.
    static func order(_ runs: [EventRun]) -> [Int] {
        func key(_ file: Int) -> (Int, UInt64, Int) {
            (runs[file].isWhole ? 1 : 0, runs[file].start?.wallClock ?? 0, file)
        }
        return runs.indices.sorted { key($0) < key($1) }
    }

    // MARK: Whose word counts

    /// Notes a file's result before the replay, to find the file that counts.
    mutating func note(_ event: JSONValue, of file: Int, _ merged: MergedPlan) {
        guard let own = event["testkit"], let target = own["identity"]?.withBytes({ merged.target($0) }) ?? nil else {
            return
        }
        if case .unit(let index) = target {
            guard own["abnormal"] != nil else { return }
            let known = unitOwners[index] ?? 0
            if known == 0 || ranks[file] >= ranks[known - 1] { unitOwners[index] = file + 1 }
        } else if let outcome = own["outcome"] {
            let strength: Strength =
                if outcome.isText("notRun") { .notRun } else if outcome.isText("skipped") { .skipped } else { .ran }
            for slot in merged.slots(of: target) { claim(merged.number(of: slot), file, strength) }
        }
    }

    /// Gives a slot to a file, if its word is the better one.
    private mutating func claim(_ number: Int, _ file: Int, _ strength: Strength) {
        let known = owners[number]
        if known == 0 || (strength.rawValue, ranks[file]) >= (known >> Self.strengthShift, ranks[owner(number)]) {
            owners[number] = UInt32(file + 1) | strength.rawValue << Self.strengthShift
        }
    }

    /// Finds the files whose word counts nowhere, once all are noted.
    mutating func close(_ runs: [EventRun]) {
        if owners.isEmpty { return }
        var isOwner = Array(repeating: false, count: runs.count)
        for number in owners.indices where owners[number] != 0 { isOwner[owner(number)] = true }
        for file in runs.indices where !isOwner[file] && runs[file].start != nil { superseded.insert(file) }
    }

    /// The warnings about results that did not count.
    var warnings: [String] {
        if repeated == 0 { return [] }
        return ["\(Count.text(repeated, "result")) not used, since another file has the result that counts"]
    }

    // MARK: Telling

    /// A case's result.
    mutating func take(_ result: CaseResult, _ number: Int, _ file: Int, emit: (Event) -> Void) {
        if !owners.isEmpty, owner(number) != file {
            // A case that did not run has no result.
            if result.outcome != .notRun { repeated += 1 }
            if result.isFailure { take(attempt: result, number, file, emit: emit) }
            return
        }
        if tally.outcome(of: result.slot) != nil {
            repeated += 1
            return
        }
        var result = result
        result.attempt += earlierFailures[number] ?? 0
        emit(.caseEnded(result))
    }

    /// Takes a failure that another attempt of its run, or another file, overrides.
    mutating func take(attempt result: CaseResult, _ number: Int, _ file: Int, emit: (Event) -> Void) {
        if !owners.isEmpty, owner(number) != file {
            var result = result
            earlierFailures[number, default: 0] += 1
            result.attempt = earlierFailures[number] ?? 1
            // It is one of several attempts now, whatever repetition it was.
            result.repetition = nil
            return emit(.attemptFailed(result))
        }
        emit(.attemptFailed(result))
    }

    /// The results of a class.
    mutating func take(_ result: UnitResult, _ file: Int, emit: (Event) -> Void) {
        let owner = unitOwners[result.classIndex] ?? 0
        if owner == 0 || owner == file + 1 {
            emit(.unitEnded(result))
        } else {
            for issue in result.issues { emit(.lateIssue(issue.asWarning, .unit(classIndex: result.classIndex))) }
        }
    }

    /// A bundle that could not be used; where others have all of the file's cases, that is a warning.
    func take(_ fault: BundleFault, _ file: Int, _ path: String, emit: (Event) -> Void) {
        guard superseded.contains(file) else { return emit(.bundleFaulted(fault)) }
        emit(.runIssue(Issue(kind: .warning, message: "\(path): \(fault.path): \(fault.reason)")))
    }

    /// Takes an issue that belongs to no running case.
    func take(stray event: Event, _ issue: Issue, _ file: Int, _ path: String, emit: (Event) -> Void) {
        guard superseded.contains(file), issue.isFailure else { return emit(event) }
        var warning = issue.asWarning
        warning.message = "\(path): \(warning.message)"
        emit(.runIssue(warning))
    }

    /// A worker's number among those of all files.
    mutating func worker(_ number: Int, _ file: Int) -> Int {
        let key = WorkerKey(file: file, number: number)
        if let known = workers[key] { return known }
        let name = hosts[file].isEmpty ? "worker \(number + 1)" : "\(hosts[file]), worker \(number + 1)"
        let added = workerNames.add(name)
        workers[key] = added
        return added
    }
}
