// SPDX-License-Identifier: MIT

/// Writes a page in the macros of man(7).
struct Roff {
    /// The text written so far.
    private(set) var text = ""

    /// Writes a line as it is.
    mutating func line(_ line: String) { text += line + "\n" }

    /// Begins a section.
    mutating func section(_ title: String) { line(".SH \(title)") }

    /// Begins a part of a section.
    mutating func subsection(_ title: String) { line(".SS \(title)") }

    /// Writes the synopsis of a command, on a line of its own.
    mutating func synopsis(_ command: String, _ rest: String) {
        if !endsInHeading { line(".br") }
        line(".B \(Self.escaped(command))")
        line(Self.escaped(rest))
    }

    /// Writes a paragraph.
    mutating func paragraph(_ words: String) {
        if !endsInHeading { line(".PP") }
        line(Self.formatted(words))
    }

    /// Whether the last line is a heading, after which a paragraph begins anyway.
    private var endsInHeading: Bool {
        let last = text.dropLast().split(separator: "\n").last ?? ""
        return last.hasPrefix(".SH") || last.hasPrefix(".SS")
    }

    /// Writes a term and its meaning; the value that the term takes is in italics.
    mutating func item(_ name: String, value: String = "", _ meaning: String) {
        line(".TP")
        line(
            value.isEmpty ? ".B \(Self.escaped(name))" : "\\fB\(Self.escaped(name))\\fR \\fI\(Self.escaped(value))\\fR")
        line(Self.formatted(meaning))
    }

    /// Continues the meaning of an item with a further paragraph.
    mutating func continued(_ words: String) {
        line(".IP")
        line(Self.formatted(words))
    }

    /// Writes a command, as it is.
    mutating func example(_ command: String) {
        line(".PP")
        line(".RS 4")
        line(".nf")
        line(Self.escaped(command))
        line(".fi")
        line(".RE")
    }

    /// A text with its Markdown code in bold, escaped for roff.
    static func formatted(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            index % 2 == 1 ? "\\fB\(characters(part))\\fR" : index == 0 ? escaped(String(part)) : characters(part)
        }.joined()
    }

    /// A text escaped for roff, so that nothing in it is read as a command.
    static func escaped(_ text: String) -> String {
        (text.first == "." || text.first == "'" ? "\\&" : "") + characters(text)
    }

    /// The characters of a text, escaped for roff, as a part of a line that has begun.
    private static func characters(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "…": result += "..."
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case _ where scalar.value > 0x7E:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
