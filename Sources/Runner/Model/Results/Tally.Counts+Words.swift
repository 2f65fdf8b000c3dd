// SPDX-License-Identifier: MIT

extension Tally.Counts {
    /// The counts of a class by rule 5: "5 executed, 2 failed (1 unexpectedly), 1 skipped".
    public var classWords: String {
        var words = "\(executed) executed, \(failed) failed"
        if unexpected > 0 { words += " (\(unexpected) unexpectedly)" }
        if skipped > 0 { words += ", \(skipped) skipped" }
        if notRun > 0 { words += ", \(notRun) not run" }
        return abnormalClasses > 0 ? words + ", terminated abnormally" : words
    }

    /// The counts of a class by rule 5, by name, for reports to programs.
    public var classMembers: [(name: StaticString, count: Int)] {
        [("executed", executed), ("failed", failed), ("unexpected", unexpected), ("skipped", skipped)]
    }
}
