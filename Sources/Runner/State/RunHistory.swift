// SPDX-License-Identifier: MIT

/// The history of a run: the tests of each process, in order.
struct RunHistory {
    /// The life of one process.
    struct Process: Equatable {
        /// Which of the workers it was, from 0.
        let worker: Int
        /// The cases that it ran, in order.
        var slots: [Plan.Slot] = []
    }

    /// The plan of the run.
    let plan: Plan
    /// The processes, in the order in which they came to their first case.
    private(set) var processes: [Process] = []
    /// The results of the cases that failed, in the order in which that became known.
    private(set) var failures: [CaseResult] = []
    /// The issues of classes outside of their cases, leaks included, by registry index.
    private(set) var remarks: [Int: [Issue]] = [:]
    /// The process that each worker is at.
    private var current: [Int?] = []
    /// Cases that did not run because of their class's set-up, by the class's registry index.
    private var waiting: [Int: [Plan.Slot]] = [:]

    /// Starts before anything has run.
    init(of plan: Plan) { self.plan = plan }

    /// The history of a run by its record: the plan of its order, and what failed.
    init(of plan: Plan, failures: [CaseResult]) {
        (self.plan, self.failures) = (plan, failures)
        guard let prescription = plan.prescription else { return }
        for (index, unit) in plan.units.enumerated() {
            let worker = prescription.workers[index]
            if prescription.isFresh[index], current.indices.contains(worker) { current[worker] = nil }
            processes[place(of: worker)].slots += plan.slots[unit.slots]
        }
    }

    /// Takes the next event of the run.
    mutating func handle(_ event: Event, _ registry: Registry) {
        switch event {
        case .caseEnded(let result):
            if let worker = result.worker {
                processes[place(of: worker)].slots.append(result.slot)
            } else {
                waiting[registry.cases[Int(result.slot.caseIndex)].classIndex, default: []].append(result.slot)
            }
            if result.isFailure { failures.append(result) }
        case .unitEnded(let result):
            if !result.issues.isEmpty { remarks[result.classIndex, default: []] += result.issues }
            guard let slots = waiting.removeValue(forKey: result.classIndex), let worker = result.worker else { return }
            // Its set-up is part of what the process has seen.
            processes[place(of: worker)].slots += slots
        case .workerEnded(let worker): if worker < current.count { current[worker] = nil }
        default: break
        }
    }

    /// The place of the process that a worker is at.
    private mutating func place(of worker: Int) -> Int {
        while current.count <= worker { current.append(nil) }
        if let place = current[worker] { return place }
        processes.append(Process(worker: worker))
        current[worker] = processes.count - 1
        return processes.count - 1
    }

    /// Returns the cases that ran before one in its process, in order; nil if it did not run.
    func cases(before slot: Plan.Slot) -> [Plan.Slot]? {
        for process in processes {
            if let place = process.slots.firstIndex(of: slot) { return Array(process.slots[..<place]) }
        }
        return nil
    }

    /// The order that gives each worker the same.
    var order: PrescribedOrder {
        let count = (processes.map(\.worker).max() ?? -1) + 1
        let workers = (0..<count).map { worker in
            processes.filter { $0.worker == worker && !$0.slots.isEmpty }.map(\.slots)
        }
        return PrescribedOrder(workers: workers.filter { !$0.isEmpty })
    }
}
