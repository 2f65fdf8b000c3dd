/// The command line that repeats a run: the one that was given, with the seed in it.
enum RepeatCommand {
    /// A line for a POSIX shell.
    static func text(arguments: [String], seed: UInt64) -> String {
        var words: [String] = []
        var skipsNext = false
        var isPastOptions = false
        for argument in arguments {
            if skipsNext {
                skipsNext = false
                continue
            }
            if argument == "--" { isPastOptions = true }
            if !isPastOptions, argument == "--seed" {
                skipsNext = true
                continue
            }
            if !isPastOptions, argument.hasPrefix("--seed=") { continue }
            words.append(argument)
        }
        return (["runner", "--seed", String(seed)] + words).map(quoted).joined(separator: " ")
    }

    /// A word as a shell reads it back.
    private static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./:=,@%+".utf8.contains(byte)
            }
        }
        return isPlain ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
