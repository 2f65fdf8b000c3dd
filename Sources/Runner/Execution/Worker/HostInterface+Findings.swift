// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

extension HostInterface {
    /// Reports the findings of sanitizers since the last call.
    ///
    /// A finding fails the current activity. If it came before that began, between two activities or in a
    /// constructor, the message says so.
    func reportFindings(_ activity: Activity, isEarly: Bool = false) {
        while sanitizer_next() != 0 {
            let headline = String(cString: sanitizer_headline())
            var issue = Issue(
                kind: .error, message: isEarly ? "\(headline) (found before this case began)" : headline)
            issue.file = sanitizer_file().map { String(cString: $0) }
            issue.line = sanitizer_line()
            report(issue, activity)
        }
    }
}
