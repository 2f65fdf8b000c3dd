// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import WorkerShims

/// The cases of a plan that are declared to end their process, and the judgement on how they ended.
///
/// Rule 69.
struct ExitExpectations {
    /// The ending of each such case, by slot.
    private let endings: [UInt32: ExitExpectation]

    /// Looks up the cases of a plan.
    init(_ plan: Plan, _ registry: Registry) {
        var endings: [UInt32: ExitExpectation] = [:]
        if !registry.endings.isEmpty {
            for (index, slot) in plan.slots.enumerated() {
                endings[UInt32(index)] = registry.endings[Int(slot.caseIndex)]
            }
        }
        self.endings = endings
    }

    /// Returns the declaration of a case; nil if it has none.
    subscript(slot: UInt32) -> ExitExpectation? { endings.isEmpty ? nil : endings[slot] }

    /// Whether a death in a case is the declared one: in the body, in the declared way, and not at the host's word.
    func isFulfilled(_ slot: UInt32, by death: WorkerDeath.Death, phase: UInt32) -> Bool {
        guard let ending = self[slot], phase == TESTKIT_PHASE_BODY.rawValue, !death.isCondemned else { return false }
        return ending.matches(death.end)
    }

    /// Returns the issue for a case that came back although it is declared to end its process.
    func cameBack(_ slot: UInt32) -> Issue? {
        self[slot].map { Issue(kind: .assertion, message: "returned, but \($0.words)") }
    }
}
