// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport

/// Which cases were asked for: by exact identities, `--filter` and `--skip`, `--tag` and `--skip-tag`.
public struct Selection {
    /// An identity that names nothing.
    public struct UnknownIdentity: Error, Equatable, CustomStringConvertible {
        /// As it was written.
        public let identity: String
        /// The suggestions, nearest first.
        let suggestions: [String]
        /// All that it is the name of, where that is more than one.
        var meanings: [String] = []
        /// The number of meanings that the message lists.
        private static let toldMeanings = 20

        /// The message for the user.
        public var description: String {
            if !meanings.isEmpty {
                let others = meanings.count - Self.toldMeanings
                let names = meanings.prefix(Self.toldMeanings).map { "'\($0)'" }.joined(separator: ", ")
                let rest = others > 0 ? " and \(Count.text(others, "other"))" : ""
                return "'\(identity)' is the name of \(meanings.count) tests; choose one: \(names)\(rest)"
            }
            return "no test is named '\(identity)'\(Suggestion.question(suggestions))"
        }
    }

    /// The cases that identities name, each with the examples that are wanted, or nil for all; nil without identities.
    private var named: [UInt32: Set<UInt32>?]?
    /// Any of them must match, if there are any.
    private let filters: [NameFilter]
    /// None of them may match.
    private let skips: [NameFilter]
    /// The only cases that may be selected; nil if all may.
    public var only: Set<Plan.Slot>?
    /// Whether each set of tags is selected, by its number; nil without `--tag` and `--skip-tag`.
    private let wantedTags: [Bool]?

    /// Resolves identities against what there is.
    ///
    /// Nil means everything; an empty list, as a file of `--ids` may have, means nothing.
    public init(
        identities: [String]? = nil, filters: [NameFilter] = [], skips: [NameFilter] = [],
        tags: TagFilter = TagFilter(), in registry: Registry
    ) throws(UnknownIdentity) {
        wantedTags = tags.isEmpty ? nil : registry.tagSets.all.map(tags.matches)
        self.filters = filters
        self.skips = skips
        guard let identities else { return }
        var named: [UInt32: Set<UInt32>?] = [:]
        let resolver = IdentityResolver(registry)
        for identity in identities {
            var found = resolver.resolve(identity)
            if found == nil { found = try Self.resolveCase(identity, resolver, registry) }
            for (caseIndex, example) in found ?? [] {
                let key = UInt32(caseIndex)
                guard let example else {
                    named[key] = .some(nil)
                    continue
                }
                if let known = named[key], known == nil { continue }
                named[key] = (named[key] ?? []).map { $0.union([UInt32(example)]) }
            }
        }
        self.named = named
    }

    /// Returns the case that a name alone means, if it is one case.
    private static func resolveCase(
        _ identity: String, _ resolver: IdentityResolver, _ registry: Registry
    ) throws(UnknownIdentity) -> [IdentityResolver.Match] {
        let found = resolver.resolveCase(identity)
        if found.count == 1 { return found }
        let suggestions = found.isEmpty ? resolver.suggestions(for: identity) : []
        let meanings = found.map { registry.identity(ofCase: $0.caseIndex, example: $0.example) }
        throw UnknownIdentity(identity: identity, suggestions: suggestions, meanings: meanings)
    }

    /// Whether nothing is left out.
    var isEverything: Bool {
        named == nil && only == nil && wantedTags == nil && filters.isEmpty && skips.isEmpty
    }

    /// Whether a case, or an example of one, was asked for.
    func contains(_ slot: Plan.Slot, in registry: Registry) -> Bool {
        if let only, !only.contains(slot) { return false }
        if let named {
            guard let examples = named[slot.caseIndex] else { return false }
            if let examples, !examples.contains(slot.exampleIndex) { return false }
        }
        if let wantedTags, !wantedTags[Int(registry.cases[Int(slot.caseIndex)].tags)] { return false }
        if filters.isEmpty, skips.isEmpty { return true }
        let whole = registry.identity(of: slot)
        // In a test executable, arguments are made only where they are asked for.
        let isAdapted = registry.executables.contains(
            registry.classes[registry.cases[Int(slot.caseIndex)].classIndex].bundle)
        func isMatched(by filter: NameFilter) -> Bool {
            let identity = isAdapted && !filter.isOfArguments ? registry.identity(ofCase: Int(slot.caseIndex)) : whole
            return filter.matches(identity, tags: registry.tags(ofCase: Int(slot.caseIndex)))
        }
        return (filters.isEmpty || filters.contains(where: isMatched)) && !skips.contains(where: isMatched)
    }

    /// Remarks on filters, and on words of expressions, that match no test, one for each: what was meant by it does not run, though others
    /// may.
    public func remarks(in registry: Registry) -> [String] {
        var left = (filters + skips.filter(\.isExpression)).flatMap { whole in
            whole.leaves.map { (text: whole.text, filter: $0.filter, position: $0.position) }
        }
        for index in registry.classes.indices where !left.isEmpty {
            for slot in registry.slots(ofClass: index) where !left.isEmpty {
                let identity = registry.identity(of: slot)
                left.removeAll { $0.filter.matches(identity, tags: registry.tags(ofCase: Int(slot.caseIndex))) }
            }
        }
        if left.isEmpty { return [] }
        let resolver = IdentityResolver(registry)
        return left.map { text, filter, position in
            let place = position.map { ", at position \($0) of '\(text)'" } ?? ""
            if let set = filter.set { return set.nobody + place }
            let near = filter.part.map { Array(resolver.suggestions(for: $0).prefix(1)) } ?? []
            let words = TestSet(rawValue: filter.text).map { "; set:\($0.rawValue) is a set of tests" } ?? ""
            return "no test matches the filter '\(filter.text)'\(place)\(words)\(Suggestion.question(near))"
        }
    }
}
