// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The journal of a run: the tests of each process, in order.
///
/// A process runs the plan's cases in the plan's order, but for what others take: so its journal is a few stretches of the plan,
/// whatever the number of cases.
public struct RunJournal {
    /// The life of one process.
    public struct Process: Equatable {
        /// Which of the workers it was, from 0.
        let worker: Int
        /// The cases that it ran, in order, by their places in the plan's slots.
        fileprivate(set) var stretches: [Range<Int>] = []
    }

    /// The process that a worker is at, and its last stretch.
    private struct Present {
        /// The process; nil if the worker has none that ran a case.
        var process: Int?
        /// The cases that it runs, which are not among the process's stretches yet.
        var stretch = 0..<0
    }

    /// The plan of the run.
    public let plan: Plan
    /// The processes, in the order in which they came to their first case, without their last stretches.
    private var past: [Process] = []
    /// The results of the cases that failed, in the order in which that became known.
    public private(set) var failures: [CaseResult] = []
    /// The cases that started although others come before them, by their places in the plan's slots.
    private(set) var early: Set<Int> = []
    /// The issues of classes outside of their cases, leaks included, by registry index.
    public private(set) var remarks: [Int: [Issue]] = [:]
    /// The processes of the workers.
    private var present: [Present] = []
    /// Places of cases that did not run because of their class's set-up, by the class's registry index.
    private var waiting: [Int: [Int]] = [:]

    /// Starts before anything has run.
    public init(of plan: Plan) { self.plan = plan }

    /// The journal of a run by its record: the plan of its order, and what failed.
    public init(of plan: Plan, failures: [CaseResult]) {
        (self.plan, self.failures) = (plan, failures)
        guard let prescription = plan.prescription else { return }
        for (index, unit) in plan.units.enumerated() {
            let worker = prescription.workers[index]
            if prescription.isFresh[index] { endProcess(of: worker) }
            for place in unit.slots { note(place, worker) }
        }
    }

    /// The processes, in the order in which they came to their first case.
    public var processes: [Process] {
        var all = past
        for worker in present {
            if let process = worker.process, !worker.stretch.isEmpty { all[process].stretches.append(worker.stretch) }
        }
        return all
    }

    /// Takes the next event of the run.
    mutating func handle(_ event: Event, _ registry: Registry) {
        switch event {
        case .caseEnded(let result):
            if result.isFailure { failures.append(result) }
            guard let place = result.place else { return }
            if let worker = result.worker { return note(place, worker) }
            waiting[registry.cases[Int(result.slot.caseIndex)].classIndex, default: []].append(place)
        case .unitEnded(let result):
            if !result.issues.isEmpty { remarks[result.classIndex, default: []] += result.issues }
            guard let places = waiting.removeValue(forKey: result.classIndex), let worker = result.worker else {
                return
            }
            // Its set-up is part of what the process has seen.
            for place in places { note(place, worker) }
        case .workerEnded(let worker): endProcess(of: worker)
        case .startedEarly(let places): early.formUnion(places)
        default: break
        }
    }

    /// Notes a case that a worker's process ran.
    private mutating func note(_ place: Int, _ worker: Int) {
        if worker < present.count, present[worker].stretch.upperBound == place, !present[worker].stretch.isEmpty {
            present[worker].stretch = present[worker].stretch.lowerBound..<place + 1
        } else {
            begin(place, worker)
        }
    }

    /// Begins a stretch.
    private mutating func begin(_ place: Int, _ worker: Int) {
        while present.count <= worker { present.append(Present()) }
        if let process = present[worker].process {
            past[process].stretches.append(present[worker].stretch)
        } else {
            present[worker].process = past.count
            past.append(Process(worker: worker))
        }
        present[worker].stretch = place..<place + 1
    }

    /// Ends the process of a worker, if it has one.
    private mutating func endProcess(of worker: Int) {
        guard worker < present.count, let process = present[worker].process else { return }
        past[process].stretches.append(present[worker].stretch)
        present[worker] = Present()
    }

    /// Returns the cases that ran before one in its process, in order; nil if it did not run.
    public func cases(before slot: Plan.Slot) -> [Plan.Slot]? {
        for process in processes {
            let slots = slots(of: process)
            if let place = slots.firstIndex(of: slot) { return Array(slots[..<place]) }
        }
        return nil
    }

    /// The cases of a process.
    private func slots(of process: Process) -> [Plan.Slot] { process.stretches.flatMap { plan.slots[$0] } }

    /// The processes of each worker that had some.
    var workers: [[Process]] {
        var workers: [[Process]] = []
        for process in processes {
            while workers.count <= process.worker { workers.append([]) }
            workers[process.worker].append(process)
        }
        return workers.filter { !$0.isEmpty }
    }

    /// The order that gives each worker the same.
    public var order: PrescribedOrder { PrescribedOrder(workers: workers.map { $0.map(slots(of:)) }) }
}
