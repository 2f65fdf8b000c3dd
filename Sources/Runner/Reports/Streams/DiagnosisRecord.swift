// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The members of a diagnosis in the event stream.
struct DiagnosisRecord {
    /// The diagnosis.
    let diagnosis: Diagnosis
    /// The reason in words.
    let text: DiagnosisText

    /// Writes them; `name` names a case.
    func write(_ name: (Plan.Slot) -> String, to json: inout JSONWriter) {
        json.member("identity", name(diagnosis.slot))
        json.member("cause", diagnosis.cause.word)
        json.member("sentence", text.sentence)
        json.member("culprits", diagnosis.culprits.map(name))
        json.member("evidence", text.evidence)
        if case .interleaving(let found) = diagnosis.cause {
            if let count = found.choiceCount { json.member("choices", count) }
            json.member("switches", found.switchCount)
            json.member("story", found.story)
        }
        json.member("command", diagnosis.command)
        json.member("runs", diagnosis.runs)
        write("shown", diagnosis.shown, to: &json)
        write("without", diagnosis.without, to: &json)
    }

    /// Writes how often something failed.
    private func write(_ key: StaticString, _ evidence: Evidence, to json: inout JSONWriter) {
        guard evidence.tries > 0 else { return }
        json.object(key) { json in
            json.member("failures", evidence.failures)
            json.member("tries", evidence.tries)
        }
    }
}
