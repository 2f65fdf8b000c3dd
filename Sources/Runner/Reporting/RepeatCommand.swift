/// The command line that repeats a run: the one that was given, with the seed in it.
enum RepeatCommand {
    /// What makes a run of several repetitions.
    private static let repeating = ["--repeat", "--until-failure"]

    /// A line for a POSIX shell; with `once`, for one repetition of a run that has several.
    static func text(arguments: [String], seed: UInt64, once: Bool = false) -> String {
        let dropped = ["--seed"] + (once ? repeating : [])
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += [argument] + rest
                break
            }
            // An option's value may look like an option.
            let value = takesValue(argument) ? rest.popFirst() : nil
            let isDropped = dropped.contains { argument == $0 || argument.hasPrefix($0 + "=") }
            if !isDropped { words += [argument] + (value.map { [$0] } ?? []) }
        }
        return (["runner", "--seed", String(seed)] + words).map(quoted).joined(separator: " ")
    }

    /// Whether the word after this one is its value.
    private static func takesValue(_ word: String) -> Bool {
        guard word.hasPrefix("--") else { return false }
        let name = word.dropFirst(2)
        return OptionTable.all.first { $0.name == name }?.takesNextWord ?? false
    }

    /// A word as a shell reads it back.
    private static func quoted(_ word: String) -> String {
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
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
