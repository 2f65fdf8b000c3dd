import BundleABI
import WorkerShims

extension Dispatcher {
    /// What came of a slot that is final.
    mutating func result(of index: UInt32, unit: UInt32, _ plan: Plan) -> CaseResult {
        let slot = table.slots[Int(index)]
        // Nearly always: it passed, and there is no more to say.
        if slot.state == SLOT_PASSED.rawValue, notes.isEmpty, !orders.keepsAllOutput {
            var result = CaseResult(slot: plan.slots[Int(index)], outcome: .passed)
            (result.started, result.duration) = Self.time(of: slot)
            result.worker = Int(table.units[Int(unit)].worker)
            return result
        }
        let unitIndex = unit
        let unit = table.units[Int(unitIndex)]
        let worker = worker(of: unit)
        let said = notes.removeValue(forKey: Activity.run(slot: index).number) ?? ActivityNotes()
        let outcome = outcome(of: slot.state, said)
        let classReason = outcome == .notRun ? skipReason(ofUnit: unitIndex) : nil
        var result = CaseResult(
            slot: plan.slots[Int(index)],
            outcome: classReason == nil ? outcome : .skipped,
            issues: said.issues
        )
        result.logs = said.logs
        result.attachments = said.attachments
        (result.started, result.duration) = Self.time(of: slot)
        if result.started > 0 { result.worker = Int(unit.worker) }
        switch result.outcome {
        case .passed:
            if orders.keepsAllOutput { result.output = worker?.output(from: slot.output_from, to: slot.output_to) }
        case .skipped: result.reason = classReason ?? .skipped(said.skipReason)
        case .notRun: result.reason = notRunReason(of: unit)
        case .crashed, .timedOut:
            result.output = said.output ?? worker?.output(from: slot.output_from, to: slot.output_to)
            result.output = explainCrash(&result.issues, result.output)
        case .failed:
            result.output = worker?.output(from: slot.output_from, to: slot.output_to)
            if !said.issues.contains(where: \.isFailure) { result.issues.append(unexplained(slot.state)) }
        }
        return result
    }

    /// Why no case of a class ran any more.
    private func notRunReason(of unit: run_unit) -> NotRunReason {
        if orders.excluded.contains(Int(unit.bundle)) { return .bundleLost }
        let isStopped = table.isStopping && unit.begin_state <= SLOT_PASSED.rawValue
        return isStopped ? .stopped : .setUpFailed
    }

    /// Why a class's set-up skipped it, and so all its cases; nil if it did not.
    private func skipReason(ofUnit index: UInt32) -> NotRunReason? {
        let unit = table.units[Int(index)]
        guard unit.begin_state == SLOT_SKIPPED.rawValue, !orders.excluded.contains(Int(unit.bundle)) else { return nil }
        return .skipped(notes[Activity.begin(unit: index).number]?.skipReason)
    }

    /// When a case started and how long it took.
    private static func time(of slot: run_slot) -> (started: UInt64, duration: UInt64) {
        (slot.start_time, slot.end_time > slot.start_time ? slot.end_time - slot.start_time : 0)
    }

    /// Moves what the runtime said of a crash from the output to the issue.
    ///
    /// Returns what remains of the output.
    func explainCrash(_ issues: inout [Issue], _ text: String?) -> String? {
        let report = CrashReport(text ?? "")
        if let last = issues.lastIndex(where: { $0.kind == .crash || $0.kind == .timeout }) {
            issues[last] = issues[last].explained(by: report)
        }
        return report.output
    }

    /// The worker that ran a unit last.
    private func worker(of unit: run_unit) -> WorkerProcess? { workers.first { $0.index == Int(unit.worker) } }

    /// What a slot's state comes to.
    private func outcome(of state: UInt32, _ said: ActivityNotes) -> CaseResult.Outcome {
        switch state {
        case SLOT_PASSED.rawValue: .passed
        case SLOT_SKIPPED.rawValue: .skipped
        case SLOT_FAILED.rawValue, SLOT_INVALID.rawValue: .failed
        case SLOT_LOST.rawValue: said.issues.contains { $0.kind == .timeout } ? .timedOut : .crashed
        default: .notRun
        }
    }

    /// What to say where a bundle reports a failure in no words.
    private func unexplained(_ state: UInt32) -> Issue {
        state == SLOT_INVALID.rawValue
            ? Issue(kind: .bundleFault, message: "the bundle returned a status that the ABI does not know")
            : Issue(kind: .bundleFault, message: "the bundle returned TESTKIT_FAILED without reporting an issue")
    }

    /// What came of a closed unit's own set-up and tear-down.
    mutating func result(ofUnit index: UInt32, _ plan: Plan) -> UnitResult {
        let unit = table.units[Int(index)]
        let worker = worker(of: unit)
        let begun = notes.removeValue(forKey: Activity.begin(unit: index).number) ?? ActivityNotes()
        let ended = notes.removeValue(forKey: Activity.end(unit: index).number) ?? ActivityNotes()
        var result = UnitResult(classIndex: plan.units[Int(index)].classIndex, issues: begun.issues + ended.issues)
        result.attachments = begun.attachments + ended.attachments
        if unit.begin_time > 0 {
            (result.started, result.ended) = (unit.begin_time, max(unit.begin_time, unit.end_time))
            result.worker = Int(unit.worker)
        }
        for (state, said) in [(unit.begin_state, begun), (unit.end_state, ended)] {
            let hasFailed = state == SLOT_FAILED.rawValue || state == SLOT_INVALID.rawValue
            let isBundleGone = orders.excluded.contains(Int(unit.bundle))
            if hasFailed, !isBundleGone, !said.issues.contains(where: \.isFailure) {
                result.issues.append(unexplained(state))
            }
        }
        if unit.begin_state == SLOT_SKIPPED.rawValue { result.skipReason = .skipped(begun.skipReason) }
        if !result.issues.isEmpty {
            let parts = [unit.begin_output, unit.end_output].map { worker?.output(from: $0.0, to: $0.1) }
            let output = parts.compactMap(\.self).joined()
            result.output = explainCrash(&result.issues, output)
        }
        return result
    }
}
