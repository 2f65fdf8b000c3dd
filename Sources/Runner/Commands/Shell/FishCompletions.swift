// SPDX-License-Identifier: MIT

import RunnerSupport

/// The script for fish.
enum FishCompletions {
    /// The whole script.
    static var script: String {
        var lines = [
            "# fish completion for runner, made by: runner --completions fish",
            "# As runner.fish in a directory of $fish_complete_path, or: runner --completions fish | source",
        ]
        let names = Subcommand.all.map(\.name).joined(separator: " ")
        let isRun = names.isEmpty ? "" : " -n 'not __fish_seen_subcommand_from \(names)'"
        lines += OptionTable.all.map { line(for: $0, where: isRun) }
        for command in Subcommand.all {
            lines.append("complete -c runner -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.help))")
            let isCommand = " -n '__fish_seen_subcommand_from \(command.name)'"
            let known = (command.options + ["help"]).compactMap(OptionTable.option(named:))
            lines += known.map { line(for: $0, where: isCommand) }
            if command.takes == .test {
                let isAsked = "__fish_seen_subcommand_from \(command.name); and not __fish_contains_opt import"
                lines.append("complete -c runner -n '\(isAsked)' -f -a '(runner \(command.name) --list 2>/dev/null)'")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// An option's line.
    private static func line(for option: OptionTable.Option, where condition: String) -> String {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value: String
        switch option.takes {
        case _ where !option.takesNextWord: value = ""
        case nil, .text, .number, .seed, .test: value = " -x"
        case .file, .bundle: value = " -r -F"
        case .directory: value = " -x -a '(__fish_complete_directories)'"
        case .choice(let words): value = " -x -a '\(words.joined(separator: " "))'"
        }
        return "complete -c runner\(condition)\(letter) -l \(option.name)\(value) -d \(quoted(option.helpWithDefault))"
    }

    /// A text in single quotes.
    private static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
