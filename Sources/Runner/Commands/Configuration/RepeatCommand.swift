// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The command line that repeats a run: the one that was given, with the seed in it.
///
/// If something besides the command line selected the tests (the record, or a changed bundle), the tests that
/// ran are in it by name.
///
/// Rule 13.
struct RepeatCommand {
    /// The options that make several repetitions.
    private static let repeating = ["--repeat", "--until-failure"]
    /// The options that select tests and that names of tests can replace.
    private static let choosing = ["--rerun-failed", "--failed-first", "--ids", "--filter", "--skip"]
    /// The most bytes of names that a command line is to have.
    static let namesLimit = 4000

    /// The arguments as they were.
    let arguments: [String]
    /// The settings of the environment as words, since a log is read where the environment is another.
    var environment: [[String]] = []
    /// The tests that ran, where the arguments alone do not say it.
    var tests: [String]?
    /// The difference that another run by this command may show, because the record has changed by then.
    var difference: String?

    /// The source of the selection.
    enum Choice {
        /// The parts of the command line that are the same in each run.
        case arguments
        /// A source that changes: the record (`--rerun-failed`, a set of tests), standard input, or a changed bundle.
        case passing
        /// The record, asked for in a configuration file, which no command line can undo.
        case recordForGood
    }

    /// The command that repeats a run of a plan.
    init(arguments: [String], plan: Plan, in registry: Registry, choice: Choice) {
        self.arguments = arguments
        if plan.isLedByFailures { difference = "in another order" }
        guard choice != .arguments, !plan.slots.isEmpty else { return }
        let names = choice == .passing ? Self.names(of: plan, in: registry) : []
        if !names.isEmpty, names.reduce(0, { $0 + $1.utf8.count }) <= Self.namesLimit {
            tests = names
        } else {
            difference = "other tests than these \(plan.slots.count)"
        }
    }

    /// The command that repeats a run whose tests the command line chose.
    init(arguments: [String]) { self.arguments = arguments }

    /// Options to leave out besides those of the seed and of repetitions.
    private var dropped: [String] = []

    /// The command that repeats a call of `swift test`, by the seed, if this is one.
    var hosted: (@Sendable (UInt64) -> String)?

    /// The shard that ran, where the environment said which.
    var shard: Shard?

    /// A line for a POSIX shell; with `once`, for one repetition of a run that has several.
    func text(seed: UInt64?, once: Bool = false) -> String {
        if let seed, let hosted, dropped.isEmpty, tests == nil { return hosted(seed) }
        let dropped =
            ["--seed", "--watch"] + dropped + (once ? Self.repeating : []) + (tests == nil ? [] : Self.choosing)
        var words: [String] = []
        let (own, tail) = CommandLineWords.parts(arguments)
        var rest = own[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += [argument] + rest.filter(isKept)
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                if isKept(argument) { words.append(argument) }
                continue
            }
            // An option's value may look like an option.
            var value = OptionTable.takesNextWord(argument) ? rest.popFirst() : nil
            var argument = argument
            // Elsewhere, the environment says something else.
            if let shard, argument == "--shard", value == "auto" { value = shard.description }
            if let shard, argument == "--shard=auto" { argument = "--shard=\(shard)" }
            let isDropped = dropped.contains { Self.isOption(argument, $0) }
            if !isDropped { words += [argument] + (value.map { [$0] } ?? []) }
        }
        words += (tests ?? []) + tail
        words = environment.filter { !dropped.contains($0[0]) }.flatMap { $0 } + words
        var line = "runner" + (seed.map { " --seed \($0)" } ?? "")
        for word in words { line += " " + Self.quoted(word) }
        return difference.map { "\(line)  # runs \($0) when the record has changed" } ?? line
    }

    /// The options for the selection, for repetitions and for the treatment of failures.
    private static var shaping: [String] {
        OptionTable.all.filter { $0.group == .selection && $0.excludesOrder }.map { "--\($0.name)" } + choosing
            + repeating + [
                "--order", "--rerun-exactly", "--retry", "--fail-fast", "--diagnose", "--diagnose-time",
                "--diagnose-runs", "--hunt",
            ]
    }

    /// The command that runs some tests and nothing else, with further options.
    func text(seed: UInt64, tests: [String], options: [String]) -> String {
        var command = self
        (command.dropped, command.tests, command.difference) = (Self.shaping, tests, nil)
        command.dropped += options.filter { $0.hasPrefix("--") }
        let start = "runner --seed \(seed)"
        let line = command.text(seed: seed)
        return ([start] + options).joined(separator: " ") + line.dropFirst(start.count)
    }

    /// The command that repeats a run with some number of workers.
    func text(seed: UInt64, jobs: Int) -> String {
        var command = self
        command.dropped += ["--jobs", "-j"]
        let start = "runner --seed \(seed)"
        return "\(start) --jobs \(jobs)" + command.text(seed: seed).dropFirst(start.count)
    }

    /// Whether a word is an option of some name, with its value or without.
    private static func isOption(_ word: String, _ name: String) -> Bool {
        word == name || word.hasPrefix(name.hasPrefix("--") ? name + "=" : name)
    }

    /// The command that runs some tests in an order.
    func text(seed: UInt64, order: [String], options: [String] = []) -> String {
        let names = order.map(Self.quoted).joined(separator: " ")
        return "printf '%s\\n' \(names) | " + text(seed: seed, tests: [], options: ["--order", "-"] + options)
    }

    /// The same line for a run that gives each worker the tests that it had in this one (`--rerun-exactly`).
    func exactText() -> String {
        var command = self
        command.dropped = Self.shaping
        command.tests = []
        command.difference = nil
        // In a package, the line may be that one word.
        return "runner --rerun-exactly" + command.text(seed: nil).dropFirst("runner".count)
    }

    /// The settings that come from the environment and decide what runs and how, as words.
    static func environment(_ settings: [Setting]) -> [[String]] {
        settings.compactMap { setting in
            guard case .environment = setting.origin, setting.option.decidesWhatRuns, !setting.isOff else { return nil }
            let name = "--\(setting.option.name)"
            guard let value = setting.value else { return [name] }
            let isJoined = !setting.option.takesNextWord || setting.option.takesRest
            return !isJoined ? [name, value] : ["\(name)=\(value)"]
        }
    }

    /// Whether a word that is no option stays: a path always, a test where no others take its place.
    private func isKept(_ operand: String) -> Bool { tests == nil || Options.isPath(operand) }

    /// The tests of a plan: bundles and classes of which all is in it, cases of the others.
    private static func names(of plan: Plan, in registry: Registry) -> [String] {
        let planned = Set(plan.slots + plan.unsupported)
        let isWhole = registry.classes.indices.map { index in
            registry.classes[index].isAbstract || registry.slots(ofClass: index).allSatisfy(planned.contains)
        }
        var partial: Set<Int> = []
        for index in registry.classes.indices where !isWhole[index] { partial.insert(registry.classes[index].bundle) }
        var names: [String] = []
        var named: Set<Int> = []
        for unit in plan.classes {
            let bundle = registry.classes[unit.classIndex].bundle
            if !partial.contains(bundle) {
                if named.insert(bundle).inserted { names.append(registry.bundleName(of: unit.classIndex)) }
            } else if isWhole[unit.classIndex] {
                names.append(registry.identity(ofClass: unit.classIndex))
            } else {
                names += plan.slots[unit.slots].map { registry.identity(of: $0) }
            }
        }
        return names
    }

    /// Quotes a word for a shell, without control characters.
    static func quoted(_ word: String) -> String {
        if TerminalText.line(word) != word { return "\"$(printf \(marked(octal(word))))\"" }
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./:=,@%+".utf8.contains(byte)
                }
            }
        return isPlain ? word : marked(word)
    }

    /// A word in quotation marks.
    private static func marked(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// A word as `printf` takes it, in printable ASCII.
    private static func octal(_ word: String) -> String {
        word.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "%"): "%%"
            case UInt8(ascii: "\\"): "\\\\"
            case 0x20...0x7E: String(UnicodeScalar(byte))
            default: "\\" + String(byte / 64) + String(byte / 8 % 8) + String(byte % 8)
            }
        }.joined()
    }
}

extension OptionTable.Option {
    /// Whether it leaves out tests that a prescribed order has.
    fileprivate var excludesOrder: Bool {
        ["filter", "skip", "tag", "skip-tag", "ids", "shard", "balance"].contains(name)
    }

    /// Whether it decides what runs and how, other than by the record.
    fileprivate var decidesWhatRuns: Bool {
        switch group {
        case .selection, .order, .other: true
        case .again: name == "repeat" || name == "until-failure"
        case .listing, .report, .commands: false
        }
    }
}
