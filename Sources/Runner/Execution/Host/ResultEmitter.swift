// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Turns what is final in the table into events, and frees the disk space of reported output.
struct ResultEmitter {
    /// Makes results of what is in the table.
    private let results: ResultAssembler
    /// The registry of all loaded bundles.
    private let registry: Registry
    /// Where the results go.
    private let emit: (Event) -> Void
    /// The results of the slices of divided classes.
    private var sliced: SlicedClasses

    /// Reports the results that `CompletionScanner` finds.
    init(_ results: ResultAssembler, _ registry: Registry, emit: @escaping (Event) -> Void) {
        (self.results, self.registry, self.emit) = (results, registry, emit)
        sliced = SlicedClasses(results.plan)
    }

    /// The shared memory.
    private var table: RunTable { results.table }
    /// The workers.
    private var pool: WorkerPool { results.pool }

    /// Reports the result of something that is final; `lost` are the bundles that cannot be used.
    mutating func report(_ item: CompletionScanner.Finished, _ notes: inout Notebook, lost: BundleSet) {
        switch item {
        case .slot(let index, let unit): report(slot: index, of: unit, &notes, lost)
        case .unit(let index): report(unit: index, &notes, lost)
        }
    }

    /// Reports a case that was running when the run was cut short, unless it has ended since.
    func report(_ running: InterruptedCase, _ words: DeathDescription, _ notes: inout Notebook) {
        guard table.slot(running.slot).isWaiting else { return }
        let issue = words.interrupted(running.worker, after: running.elapsed)
        var result = results.result(of: running, issue, &notes)
        registry.locate(&result.issues, ofCase: Int(result.slot.caseIndex))
        emit(.caseEnded(result))
    }

    /// Reports the results of classes of which some slices have not ended at the end of the run.
    mutating func reportRest() { for whole in sliced.takeRest() { emit(.unitEnded(whole)) } }

    /// Reports the result of a case.
    private func report(slot index: UInt32, of unit: UInt32, _ notes: inout Notebook, _ lost: BundleSet) {
        // With the name, which a line of a report begins with.
        registry.bytes.withUnsafeBytes { registry.fetch(behind: Int(index), of: results.plan.slots, in: $0) }
        var result = results.result(of: index, unit: unit, &notes, lost)
        if !result.isBare { registry.locate(&result.issues, ofCase: Int(result.slot.caseIndex)) }
        emit(.caseEnded(result))
        let output = table.slot(index).output
        if output.1 <= output.0 || output.1 - output.0 <= WorkerOutput.slack || table.slot(index).runsTogether {
            return
        }
        pool.worker(at: table.unit(unit).owner)?.output.forget(output)
    }

    /// Reports the result of a class, and forgets all that its worker printed by then.
    private mutating func report(unit index: UInt32, _ notes: inout Notebook, _ lost: BundleSet) {
        let unit = table.unit(index)
        let worker = pool.worker(at: unit.owner)
        worker?.bundles.insert(unit.bundle)
        var result = results.result(ofUnit: index, &notes, lost)
        registry.locate(&result.issues, ofClass: result.classIndex)
        if let whole = sliced.take(result) { emit(.unitEnded(whole)) }
        worker?.output.forget(to: unit.endOutput.1)
    }
}
