// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel

/// What is known of the bundles and tests of a run when it is decided which must run.
struct AffectedFacts {
    /// The registry of all loaded bundles.
    let registry: Registry
    /// The facts for every worker.
    let facts: RunFacts

    /// All bundles, by index.
    var files: [BundleFile] { facts.files }

    /// What a configuration file says of a bundle, in words that are the same each time.
    func orders(of bundle: Int) -> String {
        guard let orders = facts.bundles[bundle] else { return "" }
        return orders.stableWords
    }
}
