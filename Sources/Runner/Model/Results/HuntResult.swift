// SPDX-License-Identifier: MIT

import RunnerSupport

/// The result of a hunt for order dependence so far (`--hunt`).
public struct HuntResult: Equatable, Sendable {
    /// The number of classes that can be neighbours.
    public var classes = 0
    /// The number of their ordered pairs that run groups allow.
    public var pairs = 0
    /// The number of pairs that were neighbours in this hunt and the ones that it continues.
    public var seen = 0
    /// The number of seeds for hashing and random numbers that were tried.
    public var seeds = 0
    /// The cases that failed in some order or with a seed, and not in the run before.
    public var failures: [Plan.Slot] = []
    /// The orders of tasks, where those were hunted.
    public var tasks: Tasks?

    /// A hunt for orders of tasks (`--hunt=tasks`).
    public struct Tasks: Equatable, Sendable {
        /// The number of tests with a choice which of their tasks runs next.
        public var tests = 0
        /// The number of runs of tests, and of different orders in them.
        public var (runs, orders) = (0, 0)
        /// Whether the hunt ended before its time was over.
        public var isComplete = false

        /// Starts with nothing.
        public init() {}
    }

    /// Makes one from its parts.
    public init(classes: Int = 0, pairs: Int = 0, seen: Int = 0, seeds: Int = 0, failures: [Plan.Slot] = []) {
        self.classes = classes
        self.pairs = pairs
        self.seen = seen
        self.seeds = seeds
        self.failures = failures
    }

    /// The progress, in a few words.
    public var progress: String {
        guard let tasks else { return "\(seen) of \(Count.text(pairs, "pair"))" }
        return "\(Count.text(tasks.orders, "order")) of tasks, \(Count.text(tasks.tests, "test"))"
    }

    /// The result of a hunt for orders of tasks, in a sentence.
    private func sentence(_ tasks: Tasks) -> String {
        if tasks.tests == 0, failures.isEmpty {
            return "nothing to hunt: no test that passed ever had two tasks ready to run"
        }
        let orders = "\(Count.text(tasks.orders, "order")) of the tasks of \(Count.text(tasks.tests, "test"))"
        let found =
            failures.isEmpty
            ? "no failure in any of \(orders)"
            : "\(Count.text(failures.count, "test fails", "tests fail")) in some of \(orders)"
        return found + "; the same command tries others"
    }

    /// The result in a sentence.
    public var sentence: String {
        if let tasks { return sentence(tasks) }
        if classes == 0 { return "nothing to hunt: no class that passed shares a process with another" }
        if pairs == 0, failures.isEmpty {
            let one = classes == 1 ? "one class has no neighbour" : "no two of \(classes) classes share a process"
            return seeds > 0
                ? "no failure with \(Count.text(seeds, "other seed")); \(one)" : "\(one), and no other seed was tried"
        }
        let all = "\(Count.text(pairs, "adjacent pair")) of \(Count.text(classes, "class", "classes"))"
        let found =
            failures.isEmpty
            ? "no failure" : "\(Count.text(failures.count, "test fails", "tests fail")) in some order or with a seed,"
        guard seen >= pairs else {
            return "\(found) in \(seen) of the \(all) so far; the same command goes on with the others"
        }
        let chance = seeds > 0 ? ", nor with \(Count.text(seeds, "other seed"))" : ""
        return failures.isEmpty ? "\(found) in any of the \(all)\(chance)" : "\(found) among the \(all)"
    }
}
