import BundleABI
import WorkerShims

/// A source of examples that ended or held up the worker that was reading them.
struct ExampleFault {
    /// What to say of the case.
    let issue: Issue
    /// What the source had printed, the runtime's crash report included.
    let output: String?
}

extension Dispatcher {
    /// Takes a case out of the listing whose source of examples ended or held up the loading worker.
    ///
    /// - Returns: False if the worker was doing something else, or had been told to leave that source alone.
    mutating func blameExamples(_ worker: WorkerProcess, _ end: worker_end, hung: Bool) -> Bool {
        let record = table.workers + worker.index
        guard table_load(&record.pointee.stage) == WORKER_EXAMPLES.rawValue else { return false }
        let place = ExamplePlace(record.pointee)
        guard orders.files.indices.contains(Int(place.bundle)), orders.failedExamples[place] == nil else {
            return false
        }
        let ending = end.exited == 1 ? "their source \(end.description)" : "the process \(end.description)"
        let what = hung ? "it took longer than \(DurationText.seconds(limits.load))" : ending
        var issue = Issue(kind: hung ? .timeout : .crash, message: "its examples could not be read: \(what)")
        issue.stack = lastStack(of: worker.index)
        locate(&issue, by: record)
        orders.failedExamples[place] = ExampleFault(
            issue: issue, output: worker.output(from: record.pointee.output_from, to: nil, limit: 65_536))
        return true
    }

    /// Ends the cases of the plan in the table that have no examples because reading them failed so.
    func loseCasesWithoutExamples() -> [UInt64: ActivityNotes] {
        var notes: [UInt64: ActivityNotes] = [:]
        if orders.failedExamples.isEmpty { return notes }
        for unit in UnsafeBufferPointer(start: table.units, count: Int(table.header.pointee.unit_count)) {
            for index in unit.first_slot..<unit.first_slot + unit.slot_count {
                let slot = table.slots + Int(index)
                guard slot.pointee.example_index == TESTKIT_NO_EXAMPLE else { continue }
                let place = ExamplePlace(
                    bundle: unit.bundle, classIndex: unit.class_index, ownerIndex: slot.pointee.owner_index,
                    caseIndex: slot.pointee.case_index)
                guard let fault = orders.failedExamples[place] else { continue }
                notes[Activity.run(slot: index).number] = ActivityNotes(issues: [fault.issue], output: fault.output)
                slot.pointee.start_time = worker_now()
                slot.pointee.end_time = slot.pointee.start_time
                slot.pointee.state = SLOT_LOST.rawValue
                table.countFailure()
            }
        }
        return notes
    }

    /// The cases whose examples could not be read, and why, by registry index.
    func exampleFaults(in registry: Registry) -> [UInt32: String] {
        var faults: [UInt32: String] = [:]
        if orders.failedExamples.isEmpty { return faults }
        for (index, entry) in registry.cases.enumerated() {
            let owner = registry.classes[entry.classIndex]
            let place = ExamplePlace(
                bundle: UInt32(owner.bundle), classIndex: owner.index, ownerIndex: entry.ownerIndex,
                caseIndex: entry.index)
            if let fault = orders.failedExamples[place] { faults[UInt32(index)] = fault.issue.message }
        }
        return faults
    }
}
