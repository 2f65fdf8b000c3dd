// SPDX-License-Identifier: MIT

import RunnerSupport

/// The script for bash, 4.0 or later; it needs no other package.
enum BashCompletions {
    /// The whole script.
    static var script: String {
        """
        # bash completion for runner, made by: runner --completions bash
        # In ~/.bashrc: source <(runner --completions bash)

        # Offers words, each of them whole.
        _runner_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

        # Offers files; with "bundles", directories and shared libraries.
        _runner_files() {
            compopt -o filenames 2>/dev/null
            case $1 in
                files) mapfile -t COMPREPLY < <(compgen -f -- "$2") ;;
                directories) mapfile -t COMPREPLY < <(compgen -d -- "$2") ;;
                bundles) mapfile -t COMPREPLY < <({ compgen -d -- "$2"; compgen -f -X '!*.so' -- "$2"; } | sort -u) ;;
            esac
        }

        # Offers the tests of the history, by their identities or the ends of these.
        _runner_tests() {
            local name end quoted
            while IFS= read -r name; do
                end=${name%%\\[*}; end=${end##*/}${name:${#end}}
                for name in "$name" "$end"; do
                    printf -v quoted %q "$name"
                    if [[ $name == "$1"* || $quoted == "$1"* ]]; then COMPREPLY+=("$quoted"); break; fi
                    if [[ \\"$name == "$1"* || \\'$name == "$1"* ]]; then COMPREPLY+=("$name"); break; fi
                done
            done < <(runner history --list 2>/dev/null)
        }

        _runner() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} index
            COMPREPLY=()
            # bash takes --name=value for three words.
            if [[ $current == = ]]; then
                current=
            elif [[ $previous == = ]] && (( COMP_CWORD > 1 )); then
                previous=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            # Behind -- there are no options.
            for (( index = 1; index < COMP_CWORD; index += 1 )); do
                if [[ ${COMP_WORDS[index]} == -- ]]; then _runner_files bundles "$current"; return; fi
            done
            case $previous in
        \(valueCases)
            esac
            case ${COMP_WORDS[1]} in
        \(commandCases)
            esac
            if [[ $current == -* ]]; then
                _runner_words '\(options(OptionTable.all))' "$current"
            else
                _runner_files bundles "$current"\(commandNames)
            fi
        }
        complete -F _runner runner

        """
    }

    /// The branches for the word after an option that takes a value.
    private static var valueCases: String {
        OptionTable.all.compactMap { option in
            guard option.takesNextWord, let kind = option.takes else { return nil }
            let names = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
            return "        \(names.joined(separator: "|"))) \(offer(kind, "return")) ;;"
        }.joined(separator: "\n")
    }

    /// The branches for the words after another command's name.
    private static var commandCases: String {
        Subcommand.all.map { command in
            let known = (command.options + ["help"]).compactMap(OptionTable.option(named:))
            return """
                        \(command.name))
                            if (( COMP_CWORD > 1 )); then
                                if [[ $current == -* ]]; then
                                    _runner_words '\(options(known))' "$current"; return
                                fi
                                \(offer(command.takes, "return"))
                            fi ;;
                """
        }.joined(separator: "\n")
    }

    /// The shell code that offers the other commands as the first word.
    private static var commandNames: String {
        if Subcommand.all.isEmpty { return "" }
        let names = Subcommand.all.map(\.name).joined(separator: " ")
        return """

                    if (( COMP_CWORD == 1 )); then
                        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W '\(names)' -- "$current")
                    fi
            """
    }

    /// The names of options, as a list of words.
    private static func options(_ options: [OptionTable.Option]) -> String {
        options.flatMap { option in (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"] }
            .joined(separator: " ")
    }

    /// The shell code that offers values of a kind, followed by `end`.
    private static func offer(_ kind: ValueKind, _ end: String) -> String {
        switch kind {
        case .text, .number, .seed: end
        case .file: "_runner_files files \"$current\"; \(end)"
        case .directory: "_runner_files directories \"$current\"; \(end)"
        case .bundle: "_runner_files bundles \"$current\"; \(end)"
        case .test:
            "if [[ \" ${COMP_WORDS[*]} \" == *' --import '* ]]; then _runner_files files \"$current\"; "
                + "else _runner_tests \"$current\"; fi; \(end)"
        case .choice(let words): "_runner_words '\(words.joined(separator: " "))' \"$current\"; \(end)"
        }
    }
}
