// SPDX-License-Identifier: MIT

import RunnerSupport

/// The further choices of the seed that one place makes; a part that it does not name keeps its value.
package struct ChanceChoice: Equatable, Sendable {
    /// The order of sets and dictionaries.
    private(set) var hashing: Chance.Source?
    /// The numbers of Swift's system generator.
    private(set) var random: Chance.Source?
    /// Which task runs next.
    private(set) var tasks: Chance.Source?

    /// The parts that can be named.
    package static let parts = "hashing=seeded|system, random=seeded|system, tasks=seeded|system"

    /// Reads `hashing=system,random=seeded`, or one of them.
    package init(_ text: String, _ option: String) throws(UsageError) {
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, let source = Chance.Source(rawValue: String(words[1])) else {
                throw .badValue(option, value: text, expected: Self.parts)
            }
            switch words[0] {
            case "hashing": hashing = source
            case "random": random = source
            case "tasks": tasks = source
            default: throw .badValue(option, value: text, expected: Self.parts)
            }
        }
    }

    /// Returns a division in which these choices are made.
    package func applied(to chance: Chance) -> Chance {
        var chance = chance
        chance.hashing = hashing ?? chance.hashing
        chance.random = random ?? chance.random
        chance.tasks = tasks ?? chance.tasks
        return chance
    }

    /// As `--chance` takes it.
    package var text: String {
        let parts = [("hashing", hashing), ("random", random), ("tasks", tasks)]
        return parts.compactMap { name, source in source.map { "\(name)=\($0.rawValue)" } }.joined(separator: ",")
    }
}
