// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// Makes results of the table's states, the workers' messages and their output.
struct ResultAssembler {
    /// The shared memory.
    let table: RunTable
    /// The plan of the run.
    let plan: Plan
    /// Whether the output of passing cases is wanted as well.
    let keepsAllOutput: Bool
    /// The workers, which keep the tests' output.
    let pool: WorkerPool
    /// The cases that are declared to end their process.
    let expectations: ExitExpectations

    /// Returns the result of a final slot.
    func result(of index: UInt32, unit unitIndex: UInt32, _ notes: inout Notebook, _ lost: BundleSet) -> CaseResult {
        let (slot, unit) = (table.slot(index), table.unit(unitIndex))
        let state = slot.state ?? .invalid
        var result = CaseResult(slot: plan.slots[Int(index)], outcome: .passed, place: Int(index))
        (result.started, result.duration) = (slot.started, slot.duration)
        // Nearly always: it passed, and there is no more to say.
        if state == .passed, notes.isEmpty, !keepsAllOutput {
            result.worker = unit.owner
            return result
        }
        let said = notes.take(.run(slot: index))
        result.outcome = outcome(of: state, said)
        (result.issues, result.logs, result.attachments) = (said.allIssues, said.logs.all, said.allAttachments)
        if result.started > 0 { result.worker = unit.owner }
        if !said.properties.isEmpty { result.properties = said.properties }
        if let turns = said.turns { result.turns = turns }
        // The runtime's message about a declared end helps no reader.
        let output = { [pool, expectations] in
            let text = pool.worker(at: unit.owner)?.output.text(from: slot.output.0, to: slot.output.1)
            return expectations[index] == nil ? text : text.flatMap { CrashReport($0).output }
        }
        switch result.outcome {
        case .passed: if keepsAllOutput { result.output = output() }
        case .skipped:
            result.reason = .skipped(said.skipReason)
            result.output = output()
            if let record = said.skipRecord { result.skipRecord = record }
        case .notRun:
            result.reason = notRunReason(of: unit, notes[.begin(unit: unitIndex)], lost)
            if case .skipped = result.reason { result.outcome = .skipped }
        case .crashed, .timedOut:
            result.output = explainCrash(&result.issues, said.output ?? output())
            if let turns = said.turns { addWaits(turns, to: &result.issues) }
        case .failed:
            result.output = output()
            // It may have cancelled itself afterwards.
            if let record = said.skipRecord { result.skipRecord = record }
            if !result.issues.contains(where: \.isFailure) {
                result.issues.append(expectations.cameBack(index) ?? unexplained(state))
            }
        }
        return result
    }

    /// Returns the result of a case that was running when the run was cut short: a failure that it had reported by then still counts.
    func result(of running: InterruptedCase, _ issue: Issue, _ notes: inout Notebook) -> CaseResult {
        let said = notes.take(.run(slot: running.slot))
        let hasFailed = said.issues.all.contains(where: \.isFailure)
        var result = CaseResult(
            slot: plan.slots[Int(running.slot)], outcome: hasFailed ? .failed : .notRun,
            issues: said.allIssues + [issue], reason: hasFailed ? nil : .interrupted,
            started: table.written(by: running.worker.index).slot(running.slot).started, duration: running.elapsed,
            worker: running.worker.index, place: Int(running.slot))
        let note = table.worker(running.worker.index).note.map { [$0] } ?? []
        (result.logs, result.attachments) = (said.logs.all + note, said.allAttachments)
        let start = table.worker(running.worker.index).outputStart
        let text = said.output ?? running.worker.output.text(from: start, to: running.worker.output.end)
        result.output = CrashReport(text ?? "").output
        return result
    }

    /// Returns the result of a closed unit's own set-up and tear-down.
    func result(ofUnit index: UInt32, _ notes: inout Notebook, _ lost: BundleSet) -> UnitResult {
        let unit = table.unit(index)
        var result = UnitResult(classIndex: plan.units[Int(index)].classIndex)
        let times = unit.times
        if times.begin > 0 {
            (result.started, result.ended) = (times.begin, max(times.begin, times.end))
            result.worker = unit.owner
        }
        let (beginState, endState) = (unit.beginState ?? .invalid, unit.endState ?? .invalid)
        let output = [unit.beginOutput, unit.endOutput].compactMap { part in
            part.1 > part.0 ? pool.worker(at: unit.owner)?.output.text(from: part.0, to: part.1) : nil
        }
        if notes.isEmpty, beginState == .passed, endState == .passed, output.isEmpty { return result }
        let (begun, ended) = (notes.take(.begin(unit: index)), notes.take(.end(unit: index)))
        result.issues = begun.allIssues + ended.allIssues
        result.attachments = begun.allAttachments + ended.allAttachments
        for (state, said) in [(beginState, begun), (endState, ended)] where state == .failed || state == .invalid {
            let isBundleGone = lost.contains(unit.bundle)
            if !isBundleGone, !said.issues.all.contains(where: \.isFailure) { result.issues.append(unexplained(state)) }
        }
        if beginState == .skipped { result.skipReason = .skipped(begun.skipReason) }
        result.output = explainCrash(&result.issues, output.joined())
        return result
    }

    /// The reason why a case was not run, by what its class's set-up reported.
    private func notRunReason(of unit: UnitView, _ begun: ActivityNotes, _ lost: BundleSet) -> NotRunReason {
        if lost.contains(unit.bundle) { return .bundleLost }
        switch unit.beginState {
        case .skipped: return .skipped(begun.skipReason)
        case .waiting, .running, .passed: return table.isStopping ? .stopped : .setUpFailed
        default: return .setUpFailed
        }
    }

    /// Returns the outcome for a slot's state.
    private func outcome(of state: SlotState, _ said: ActivityNotes) -> Outcome {
        switch state {
        // A reported failure counts more than the written state, which a bundle may have written.
        case .passed: said.issues.all.contains(where: \.isFailure) ? .failed : .passed
        case .skipped: said.issues.all.contains(where: \.isFailure) ? .failed : .skipped
        case .failed, .invalid: .failed
        case .lost: said.issues.all.contains { $0.kind == .timeout } ? .timedOut : .crashed
        case .overdue: .timedOut
        case .waiting, .running, .notRun: .notRun
        }
    }

    /// Returns the issue for a failure that a bundle reports without a message.
    private func unexplained(_ state: SlotState) -> Issue {
        let what =
            state == .invalid
            ? "the bundle returned an unknown status (docs/ABI.md lists them)"
            : "the bundle returned TESTKIT_FAILED without reporting an issue"
        return Issue(kind: .bundleFault, message: what)
    }

    /// Adds the places where the case's tasks waited to the issue about its time limit.
    private func addWaits(_ trace: TaskTrace, to issues: inout [Issue]) {
        guard !trace.waits.isEmpty, let last = issues.lastIndex(where: { $0.kind == .timeout }) else { return }
        let lines = TaskPicture(trace, frames: Symbolizer().frames(at: trace.places)).lines
        if lines.isEmpty { return }
        let text = (["tasks that waited:"] + lines).joined(separator: "\n")
        issues[last].details = issues[last].details.map { $0 + "\n" + text } ?? text
    }

    /// Moves the runtime's report of a crash from the output to the issue.
    ///
    /// Returns the rest of the output.
    private func explainCrash(_ issues: inout [Issue], _ text: String?) -> String? {
        let report = CrashReport(text ?? "")
        if let last = issues.lastIndex(where: { $0.kind == .crash || $0.kind == .timeout }) {
            issues[last] = issues[last].explained(by: report)
        }
        return report.output
    }
}
