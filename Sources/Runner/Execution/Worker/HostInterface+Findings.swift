// SPDX-License-Identifier: MIT

import WorkerShims

extension HostInterface {
    /// Reports what sanitizers have found since the last look.
    ///
    /// It fails the activity that is under way; where it was found before that began, between two activities or in a
    /// constructor, it says so.
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
