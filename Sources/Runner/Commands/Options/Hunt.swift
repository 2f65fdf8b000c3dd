// SPDX-License-Identifier: MIT

import RunnerModel

/// A hunt for failures after a run: what it varies, and for how long.
struct Hunt: Equatable {
    /// The forms of the option's value.
    private static let expected = "SECONDS, tasks or tasks,SECONDS"

    /// Whether it varies which of a test's tasks runs next, and not the order of tests.
    var isOfTasks = false
    /// The time limit, in seconds.
    var seconds = 60.0

    /// Makes one from its parts.
    init(isOfTasks: Bool = false, seconds: Double) { (self.isOfTasks, self.seconds) = (isOfTasks, seconds) }

    /// Reads the value of the option; nil for its defaults.
    init(_ text: String?, _ option: String) throws(UsageError) {
        guard let text else { return }
        var words = text.split(separator: ",", omittingEmptySubsequences: false)
        if words[0] == "tasks" {
            isOfTasks = true
            words.removeFirst()
        }
        if words.isEmpty { return }
        guard words.count == 1, words[0].first?.isNumber ?? false else {
            throw .badValue(option, value: text, expected: Self.expected)
        }
        seconds = try OptionValue.seconds(String(words[0]), option)
    }
}
