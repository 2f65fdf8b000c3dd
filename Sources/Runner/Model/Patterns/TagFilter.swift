// SPDX-License-Identifier: MIT

import RunnerSupport

/// The selection by `--tag` and `--skip-tag`: any of the first must be true, if there are any, and none of the second may.
///
/// Rule 28.
public struct TagFilter: Sendable {
    /// The expressions of `--tag`.
    public var wanted: [TagExpression] = []
    /// The expressions of `--skip-tag`.
    public var skipped: [TagExpression] = []

    /// A filter by some expressions; by default one that all tests pass.
    public init(wanted: [TagExpression] = [], skipped: [TagExpression] = []) {
        self.wanted = wanted
        self.skipped = skipped
    }

    /// Whether tags do not matter.
    var isEmpty: Bool { wanted.isEmpty && skipped.isEmpty }

    /// Whether a test with these tags is selected.
    public func matches(_ tags: [String]) -> Bool {
        (wanted.isEmpty || wanted.contains { $0.matches(tags) }) && !skipped.contains { $0.matches(tags) }
    }

    /// Remarks on tags that no test has, one for each that looks like a slip.
    ///
    /// A tag without a near match is mentioned only for `--tag`, since a tag to leave out need not exist.
    public func remarks(on known: Set<String>) -> [String] {
        let asked = wanted.reduce(into: Set<String>()) { $0.formUnion($1.tags) }
        let all = skipped.reduce(into: asked) { $0.formUnion($1.tags) }
        return all.subtracting(known).sorted().compactMap { tag in
            let near = Suggestion.nearest(to: tag, in: known.sorted(), limit: 1).first
            if near == nil, !asked.contains(tag) { return nil }
            return "no test has the tag '\(tag)'"
                + (near.map { "; did you mean '\($0)'?" } ?? "; --list --format json shows all tags")
        }
    }
}
