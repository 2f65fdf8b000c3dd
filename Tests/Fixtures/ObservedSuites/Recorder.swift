// SPDX-License-Identifier: MIT

import Glibc
import TestKit

/// Writes what it hears of the run to the file that `OBSERVED_FILE` names, a line for each event.
final class Recorder: RunObserver {
    init() {}

    func handle(_ event: TestEvent) {
        let line =
            switch event {
            case .runStarted: "run started"
            case .runEnded: "run ended"
            case .testStarted(let test): "test started \(test)"
            case .testEnded(let test, let result):
                "test ended \(test) \(result.executed) \(result.failed) \(result.failedUnexpectedly) \(result.skipped)"
                    + (result.terminatedAbnormally ? " abnormally" : "")
            case .caseStarted(let one): "started \(one.test)/\(one.name)"
            case .caseEnded(let one, let outcome): "ended \(one.test)/\(one.name) \(outcome)"
            case .failureRecorded(let failure):
                "failure \(failure.test)/\(failure.caseName ?? "-") \(failure.line > 0) \(failure.message)"
            }
        write(line + "\n")
    }

    /// Appends a line.
    private func write(_ line: String) {
        guard let path = getenv("OBSERVED_FILE") else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        _ = line.withCString { Glibc.write(file, $0, strlen($0)) }
        close(file)
    }
}
