// SPDX-License-Identifier: MIT

import RunnerSupport

/// The script for zsh: a function for its `$fpath`, which may also be read by `source`.
enum ZshCompletions {
    /// The whole script.
    static var script: String {
        """
        #compdef runner
        # zsh completion for runner, made by: runner --completions zsh
        # As the file _runner in a directory of $fpath, or in ~/.zshrc, after compinit:
        # source <(runner --completions zsh)

        # Offers directories and shared libraries\(Subcommand.all.isEmpty ? "" : ", and as the first word the other commands").
        _runner_bundles() {
        \(commandNames)    _files -g '*.so(-.)'
        }

        # Offers the tests of the history, by any part of their identities.
        _runner_tests() {
            if (( ${words[(I)--import]} )); then _files; return; fi
            local -a tests=(${(f)"$(_call_program tests runner history --list 2>/dev/null)"})
            compadd -M 'l:|=* r:|=*' -a tests
        }

        _runner() {
            case ${words[2]} in
        \(commandCases)
            esac
            _arguments -s -S \\
        \(arguments(OptionTable.all)) \\
                '*:bundle, directory or test:_runner_bundles'
        }

        if [[ ${funcstack[1]} == _runner ]]; then _runner "$@"; else compdef _runner runner; fi

        """
    }

    /// Offers the other commands as the first word.
    private static var commandNames: String {
        if Subcommand.all.isEmpty { return "" }
        let names = Subcommand.all.map { "            \(quoted("\($0.name):\($0.help)"))" }.joined(separator: "\n")
        return """
                if (( CURRENT == 2 )); then
                    local -a commands=(
            \(names)
                    )
                    _describe command commands
                fi

            """
    }

    /// The branches for the words after another command's name.
    private static var commandCases: String {
        Subcommand.all.map { command in
            let known = (command.options + ["help"]).compactMap(OptionTable.option(named:))
            return """
                        \(command.name))
                            if (( CURRENT > 2 )); then
                                shift words
                                (( CURRENT -= 1 ))
                                _arguments -s -S \\
                \(arguments(known)) \\
                                    '*:\(command.operands):\(action(command.takes))'
                                return
                            fi ;;
                """
        }.joined(separator: "\n")
    }

    /// The options as `_arguments` takes them.
    private static func arguments(_ options: [OptionTable.Option]) -> String {
        options.map { option in
            let mark = option.takesNextWord ? "" : ":"
            let value = option.takes.map { "\(mark):\(option.placeholder):\(action($0))" } ?? ""
            let text = quoted("[\(escaped(option.helpWithDefault))]\(value)")
            // "=-": the value only joined to it; "::": it may be left out.
            let long = "--\(option.name)\(option.takes == nil ? "" : option.isOptional ? "=-" : "=")"
            let star = option.repeats ? "'*'" : ""
            guard let letter = option.letter else { return "        \(star)\(long)\(text)" }
            let short = "-\(letter)\(option.takes == nil ? "" : "+")"
            return "        '(-\(letter) --\(option.name))'{\(short),\(long)}\(text)"
        }.joined(separator: " \\\n")
    }

    /// The action of `_arguments` that offers values of a kind.
    private static func action(_ kind: ValueKind) -> String {
        switch kind {
        case .text, .number, .seed: " "
        case .file: "_files"
        case .directory: "_files -/"
        case .bundle: "_runner_bundles"
        case .test: "_runner_tests"
        case .choice(let words): "(\(words.joined(separator: " ")))"
        }
    }

    /// A help text, escaped for the brackets of `_arguments`.
    private static func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    /// A text in single quotes.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
