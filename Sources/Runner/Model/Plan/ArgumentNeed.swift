// SPDX-License-Identifier: MIT

/// Which tests may be selected, as far as that is known before their arguments are: of no others are arguments made.
///
/// To answer that a test may be selected is always correct, but may compute arguments that are not needed. Those of other shards are: by
/// the number of all cases, a merge sees that shards are parts of one plan. A worker asks on one thread at a time: an expression keeps what
/// it has seen.
public struct ArgumentNeed: @unchecked Sendable {
    /// The identities that were asked for; nil where all are.
    private let identities: [String]?
    /// Any of them must match, if there are any.
    private let filters: [NameFilter]
    /// None of them may match.
    private let skips: [NameFilter]
    /// The expressions for tags.
    private let tags: TagFilter

    /// States it.
    public init(
        identities: [String]? = nil, filters: [NameFilter] = [], skips: [NameFilter] = [],
        tags: TagFilter = TagFilter()
    ) {
        (self.identities, self.filters, self.skips) = (identities, filters, skips)
        self.tags = tags
    }

    /// Whether a test of a class may be selected, with some tags.
    public func mayHave(_ name: String, ofClass owner: String, in bundle: String, tags: [String]) -> Bool {
        let identity = Identity.ofCase(name, of: Identity.ofClass(owner, in: bundle))
        if !self.tags.matches(tags) { return false }
        if let identities, !identities.contains(where: { Self.mayName($0, identity) }) { return false }
        func mayMatch(_ filter: NameFilter) -> Bool { filter.isOfArguments || filter.matches(identity, tags: tags) }
        if !filters.isEmpty, !filters.contains(where: mayMatch) { return false }
        return !skips.contains { !$0.isOfArguments && $0.matches(identity, tags: tags) }
    }

    /// Whether an identity of the command line may name a test: what comes before its arguments is a part of the test's own, or it is a
    /// line of a file.
    private static func mayName(_ text: String, _ identity: String) -> Bool {
        if SourceLine(text) != nil { return true }
        let head = text.utf8.split(separator: UInt8(ascii: "["), maxSplits: 1, omittingEmptySubsequences: false)[0]
        return identity.contains(String(Substring(head)))
    }
}
