// SPDX-License-Identifier: MIT

import BundleABI
import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// Handles workers' remarks: notes on activities, late reports, attachments; and bundles that cannot be used.
struct MessageHandler {
    /// The plan of the run.
    private let plan: Plan
    /// The registry of all loaded bundles.
    private let registry: Registry
    /// All bundles, by index.
    private let files: [BundleFile]
    /// The shared memory.
    private let table: RunTable
    /// The receiver of events.
    private let emit: (Event) -> Void
    /// The notes on activities that have not ended.
    var notes = Notebook()
    /// Where attachments are kept.
    private var attachments: AttachmentDirectory

    /// Takes the remarks of a run of a plan.
    init(
        _ plan: Plan, _ registry: Registry, _ start: WorkerStart, _ table: RunTable, emit: @escaping (Event) -> Void
    ) {
        (self.plan, self.registry, self.table, self.emit) = (plan, registry, table, emit)
        files = start.facts.files
        attachments = AttachmentDirectory(start.facts.attachments)
    }

    /// Handles a worker's remark on an activity.
    mutating func take(
        _ remark: WorkerMessage.Remark, of activity: UInt64, isLate: Bool, from worker: Int,
        _ findings: inout BundleFindings
    ) {
        switch remark {
        case .attachment(let staged): keep(staged, of: activity, isLate: isLate, &findings)
        case .left(var issue, let calls):
            let frames = Symbolizer().frames(at: calls).compactMap { $0.map(CallStack.Entry.frame) }
            if let place = CallStack(entries: frames).place { (issue.file, issue.line) = (place.file, place.line) }
            take(.issue(issue), of: activity, isLate: true, from: worker, &findings)
        case .issue(var issue) where isLate:
            if activity == TESTKIT_NO_ACTIVITY, let suspects = suspects(of: worker) {
                issue.details = [issue.details, suspects].compactMap { $0 }.joined(separator: "\n")
            }
            if findings.late.admit(issue) { emit(.lateIssue(issue, subject(of: activity))) }
        // The activity has ended, and its number may belong to another one in the next attempt.
        case _ where isLate: break
        case .issue(let issue): notes.change(activity) { $0.issues.append(issue) }
        case .skip(let reason, let record):
            notes.change(activity) { ($0.skipReason, $0.skipRecord) = (reason, record) }
        case .log(let text): notes.change(activity) { $0.logs.append(text) }
        case .property(let property):
            notes.change(activity) {
                if $0.properties.count < ActivityNotes.propertyLimit { $0.properties.append(property) }
            }
        case .turns(let trace): notes.change(activity) { $0.turns = trace }
        }
    }

    /// The cases that a worker has begun, one of which has started work of unknown origin, in words; nil if it has begun none.
    private func suspects(of worker: Int) -> String? {
        var names: [String] = []
        let written = table.written(by: worker)
        for unit in 0..<table.unitCount where table.unit(unit).owner == worker {
            for slot in table.unit(unit).slots where written.slot(slot).state != .waiting {
                if names.count == Self.mostSuspects { return "It may belong to any of many tests." }
                names.append(registry.identity(of: plan.slots[Int(slot)]))
            }
        }
        return names.isEmpty ? nil : "It may belong to \(Alternatives.text(names))."
    }

    /// The most cases that are named.
    private static let mostSuspects = 10

    /// Gives the tests of an attempt the keys of their streams of random numbers.
    func storeStreams(attempt: UInt32) { table.storeStreams(plan, registry, attempt: attempt) }

    /// Excludes a bundle that was listed and that a later worker could not open again.
    func exclude(_ bundle: Int, _ fault: LoadFault, _ findings: inout BundleFindings) {
        guard findings.exclude(bundle, fault) else { return }
        emit(.bundleFaulted(BundleFault(file: files[bundle], fault)))
    }

    /// Returns the subject of an activity, in words that outlive the plan; nil if it does not belong to the plan.
    ///
    /// With `--retry` each attempt has a plan of its own, which counts its cases from the start.
    func subject(of number: UInt64) -> Event.Subject? {
        switch Activity(number: number) {
        case .run(let slot) where Int(slot) < plan.slots.count: .slot(plan.slots[Int(slot)])
        case .begin(let unit) where Int(unit) < plan.units.count, .end(let unit) where Int(unit) < plan.units.count:
            .unit(classIndex: plan.units[Int(unit)].classIndex)
        default: nil
        }
    }

    /// Moves an attachment to the directory of its case, even if the case has ended.
    private mutating func keep(
        _ staged: StagedAttachment, of activity: UInt64, isLate: Bool, _ findings: inout BundleFindings
    ) {
        let subject = subject(of: activity)
        let kept = attachments.keep(staged, in: attachments.parts(for: subject, registry))
        if !isLate, let kept {
            return notes.change(activity) { $0.attachments.append(kept).forEach(attachments.discard) }
        }
        let failure = Issue.attachment(staged.name, isNotKept: "failed to move it into \(attachments.place.root)")
        let issue = kept.map { Issue(kind: .warning, message: $0.text()) } ?? failure
        if isLate {
            if kept?.path.isEmpty != true, findings.late.admit(issue) {
                emit(.lateIssue(issue, subject))
            } else if let kept {
                attachments.discard(kept)
            }
        } else {
            notes.change(activity) { $0.issues.append(issue) }
        }
    }
}
