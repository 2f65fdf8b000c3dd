// SPDX-License-Identifier: MIT

import RunnerReports
import RunnerSupport

extension HistoryStore {
    /// The history that options ask for; nil if they ask for none.
    init?(_ options: Options) {
        guard let state = options.state, options.history > 0 else { return nil }
        self.init(state: state, results: options.history) { StandardError.say("warning: \($0)") }
    }
}
