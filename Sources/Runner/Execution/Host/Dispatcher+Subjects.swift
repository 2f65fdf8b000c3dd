extension Dispatcher {
    /// What an activity of a plan is of, in words that outlive the plan; nil if it is none of the plan's.
    ///
    /// With `--retry` each attempt has a plan of its own, which counts its cases from the start.
    func subject(of number: UInt64, _ plan: Plan) -> Event.Subject? {
        switch Activity(number: number) {
        case .run(let slot) where Int(slot) < plan.slots.count: .slot(plan.slots[Int(slot)])
        case .begin(let unit) where Int(unit) < plan.units.count, .end(let unit) where Int(unit) < plan.units.count:
            .unit(classIndex: plan.units[Int(unit)].classIndex)
        default: nil
        }
    }

    /// Puts what was attached in its place, which is its own case's even where that has ended.
    mutating func keep(
        _ staged: StagedAttachment, of activity: UInt64, isLate: Bool, _ plan: Plan, _ emit: (Event) -> Void
    ) {
        let subject = subject(of: activity, plan)
        let kept = attachments.keep(staged, in: directory(of: subject, plan))
        if !isLate, let kept {
            notes[activity, default: ActivityNotes()].attachments.append(kept)
            return
        }
        let failure = "the attachment '\(staged.name)' is not kept: failed to move it into \(attachments.place.root)"
        let issue = Issue(kind: .warning, message: kept?.text() ?? failure)
        if isLate {
            emit(.lateIssue(issue, subject))
        } else {
            notes[activity, default: ActivityNotes()].issues.append(issue)
        }
    }

    /// The directory for what a subject attaches, part by part.
    private func directory(of subject: Event.Subject?, _ plan: Plan) -> [String] {
        switch subject {
        case .slot(let slot):
            let index = registry.cases[Int(slot.caseIndex)].classIndex
            let identity = plan.identity(of: slot, in: registry)
            let prefix = registry.identity(ofClass: index)
            return names(ofClass: index) + [String(identity.dropFirst(prefix.count + 1))]
        case .unit(let index): return names(ofClass: index)
        case nil: return ["of no case that is known"]
        }
    }

    /// The directory for what a class attaches, part by part.
    private func names(ofClass index: Int) -> [String] {
        [registry.bundleName(of: index), registry.string(registry.classes[index].name)]
    }
}
