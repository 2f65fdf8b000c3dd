/// What `--tag` and `--skip-tag` ask for: any of the first must hold, if there are any, and none of the others may.
struct TagFilter: Sendable {
    /// The expressions of `--tag`.
    var wanted: [TagExpression] = []
    /// The expressions of `--skip-tag`.
    var skipped: [TagExpression] = []

    /// Whether tags do not matter.
    var isEmpty: Bool { wanted.isEmpty && skipped.isEmpty }

    /// Whether a test with these tags is asked for.
    func matches(_ tags: [String]) -> Bool {
        (wanted.isEmpty || wanted.contains { $0.matches(tags) }) && !skipped.contains { $0.matches(tags) }
    }

    /// What to tell of tags that no test has: a word for each that looks like a slip.
    ///
    /// One that is near to none is told only where it was asked for: what is to be left out need not be there.
    func remarks(on known: Set<String>) -> [String] {
        let asked = wanted.reduce(into: Set<String>()) { $0.formUnion($1.tags) }
        let all = skipped.reduce(into: asked) { $0.formUnion($1.tags) }
        return all.subtracting(known).sorted().compactMap { tag in
            let near = Suggestion.nearest(to: tag, in: known.sorted(), limit: 1).first
            if near == nil, !asked.contains(tag) { return nil }
            return "no test has the tag '\(tag)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
        }
    }
}
