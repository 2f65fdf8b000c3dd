// SPDX-License-Identifier: MIT

/// The result of a hunt for order dependence so far (`--hunt`).
struct HuntResult: Equatable, Sendable {
    /// How many classes may stand side by side with another.
    var classes = 0
    /// How many ordered pairs of them there are, of those that run groups allow.
    var pairs = 0
    /// How many of these have stood side by side, in this hunt and those that it goes on with.
    var seen = 0
    /// How many seeds for hashing and random numbers were tried.
    var seeds = 0
    /// The cases that failed in some order or by some seed, and not in the run before.
    var failures: [Plan.Slot] = []

    /// The result in a sentence.
    var sentence: String {
        let all = "\(Count.text(pairs, "adjacent pair")) of \(Count.text(classes, "class", "classes"))"
        let found =
            failures.isEmpty
            ? "no failure" : "\(Count.text(failures.count, "test fails", "tests fail")) in some order or by some seed,"
        guard seen >= pairs else {
            return "\(found) in \(seen) of the \(all) so far; the same command goes on with the others"
        }
        let chance = seeds > 0 ? ", nor by \(Count.text(seeds, "other seed"))" : ""
        return failures.isEmpty ? "\(found) in any of the \(all)\(chance)" : "\(found) among the \(all)"
    }
}
