// SPDX-License-Identifier: MIT

import RunnerSupport

/// The further choices of the seed that one place makes; a part that it does not name keeps its value.
public struct ChanceChoice: Equatable, Sendable {
    /// The order of sets and dictionaries.
    private(set) var hashing: Chance.Source?
    /// The numbers of Swift's system generator.
    private(set) var random: Chance.Source?
    /// Which task runs next.
    private(set) var tasks: Chance.Source?
    /// The file that says which task of some tests runs next.
    private(set) var taskFile: String?

    /// The parts that can be named.
    public static let parts = "hashing=seeded|system, random=seeded|system, tasks=seeded|system"
    /// The parts where tasks may have a file: on the command line.
    public static let partsWithFile = parts + "|FILE (a path with a '.' or a '/')"

    /// Reads `hashing=system,random=seeded`, or one of them; `allowsFile` for `tasks=FILE` as well.
    public init(_ text: String, _ option: String, allowsFile: Bool = false) throws(UsageError) {
        let expected = allowsFile ? Self.partsWithFile : Self.parts
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if allowsFile, words.count == 2, words[0] == "tasks", Self.isFile(words[1]) {
                (tasks, taskFile) = (.seeded, String(words[1]))
                continue
            }
            guard words.count == 2, let source = Chance.Source(rawValue: String(words[1])) else {
                throw .badValue(option, value: text, expected: expected)
            }
            switch words[0] {
            case "hashing": hashing = source
            case "random": random = source
            case "tasks": tasks = source
            default: throw .badValue(option, value: text, expected: expected)
            }
        }
    }

    /// Whether a word is a file's path, or `-`, and no slip of a word.
    private static func isFile(_ word: Substring) -> Bool { word == "-" || word.contains(".") || word.contains("/") }

    /// Returns a division in which these choices are made.
    public func applied(to chance: Chance) -> Chance {
        var chance = chance
        chance.hashing = hashing ?? chance.hashing
        chance.random = random ?? chance.random
        if let tasks { (chance.tasks, chance.taskFile) = (tasks, taskFile) }
        return chance
    }

    /// As `--chance` takes it.
    public var text: String {
        let parts = [
            ("hashing", hashing?.rawValue), ("random", random?.rawValue), ("tasks", taskFile ?? tasks?.rawValue),
        ]
        return parts.compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: ",")
    }
}
