// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The records of hunts and of the causes of failures.
extension EventStreamReporter {
    /// Writes the result of a hunt.
    mutating func write(_ result: HuntResult, at instant: UInt64) {
        let symbol = result.failures.isEmpty ? EventRecord.Symbol.details : .fail
        event(.hunted, at: instant, nil, [(symbol, "hunt: \(result.sentence)")]) { [context] json in
            if let tasks = result.tasks {
                json.member("tests", tasks.tests)
                json.member("runs", tasks.runs)
                json.member("orders", tasks.orders)
            } else {
                json.member("classes", result.classes)
                json.member("pairs", result.pairs)
                json.member("seen", result.seen)
                json.member("seeds", result.seeds)
            }
            json.member("failures", result.failures.map(context.identity(of:)))
        }
    }

    /// The cause of a failure.
    mutating func write(_ diagnosis: Diagnosis, at instant: UInt64) {
        let id = names(of: diagnosis.slot).id
        let text = DiagnosisText(diagnosis: diagnosis, name: context.identity(of:))
        event(.diagnosed, at: instant, id, [(.details, text.sentence)]) { [context] json in
            json.member("identity", context.identity(of: diagnosis.slot))
            json.member("cause", diagnosis.cause.word)
            json.member("sentence", text.sentence)
            json.member("culprits", diagnosis.culprits.map(context.identity(of:)))
            json.member("evidence", text.evidence)
            if case .interleaving(let found) = diagnosis.cause {
                if let count = found.choiceCount { json.member("choices", count) }
                json.member("switches", found.switchCount)
                json.member("story", found.story)
            }
            json.member("command", diagnosis.command)
            json.member("runs", diagnosis.runs)
            Self.write("shown", diagnosis.shown, to: &json)
            Self.write("without", diagnosis.without, to: &json)
        }
    }

    /// Writes how often something failed.
    private static func write(_ key: StaticString, _ evidence: Evidence, to json: inout JSONWriter) {
        guard evidence.tries > 0 else { return }
        json.object(key) { json in
            json.member("failures", evidence.failures)
            json.member("tries", evidence.tries)
        }
    }
}
