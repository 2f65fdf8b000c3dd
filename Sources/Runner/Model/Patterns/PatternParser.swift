// SPDX-License-Identifier: MIT

import RunnerSupport

/// Reads a regular expression (docs/PATTERNS.md).
///
/// Constructs that need backtracking, such as references to groups, are refused by name.
struct PatternParser {
    /// The deepest nesting of groups and sets: a generated expression must not end the process.
    static let depthLimit = 100
    /// The longest expression, in characters.
    static let lengthLimit = 65_536
    /// The most repetitions that may be asked for by number.
    static let repetitionLimit = 1000

    /// The expression.
    private let scalars: [Unicode.Scalar]
    /// The next character.
    private var next = 0
    /// The number of groups that are open.
    private var depth = 0
    /// Whether letters match in either case.
    private var ignoresCase = false
    /// Whether the point represents a line feed as well.
    private var pointIsAll = false

    /// The steps of an expression.
    static func parse(_ text: String) throws(PatternFault) -> [PatternProgram.Step] {
        let scalars = Array(text.unicodeScalars)
        if scalars.count > lengthLimit {
            throw PatternFault("it has \(scalars.count) characters, more than \(lengthLimit)")
        }
        var parser = PatternParser(scalars)
        let steps = try parser.parseChoice()
        if parser.next < scalars.count { throw parser.fault("a parenthesis closes no group") }
        return steps
    }

    /// Starts at an expression's beginning.
    private init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    // MARK: Characters

    /// The next character; nil at the end.
    private var peek: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

    /// Returns a fault at the next character.
    private func fault(_ reason: String) -> PatternFault { PatternFault(reason, at: next + 1) }

    /// Takes a character if it is the next one.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        next += 1
        return true
    }

    /// Takes some characters if they are the next ones.
    private mutating func take(text: String) -> Bool {
        let wanted = text.unicodeScalars
        guard scalars[next...].starts(with: wanted) else { return false }
        next += wanted.count
        return true
    }

    // MARK: Structure

    /// Parts with bars between them.
    private mutating func parseChoice() throws(PatternFault) -> [PatternProgram.Step] {
        // A flag counts up to the end of its group.
        let flags = (ignoresCase, pointIsAll)
        defer { (ignoresCase, pointIsAll) = flags }
        var parts = [try parseSequence()]
        while take("|") { parts.append(try parseSequence()) }
        return try PatternProgram.choice(parts)
    }

    /// Parts one after the other.
    private mutating func parseSequence() throws(PatternFault) -> [PatternProgram.Step] {
        var steps: [PatternProgram.Step] = []
        while let scalar = peek, scalar != "|", scalar != ")" {
            if let flags = try takeFlags() {
                (ignoresCase, pointIsAll) = flags
                continue
            }
            steps += try parseRepetition(of: try parseAtom())
            try PatternProgram.check(steps.count)
        }
        return steps
    }

    /// `(?i)` and `(?s)`, which count for what follows; nil for anything else.
    private mutating func takeFlags() throws(PatternFault) -> (Bool, Bool)? {
        var flags = (ignoresCase, pointIsAll)
        guard peek == "(", next + 2 < scalars.count, scalars[next + 1] == "?" else { return nil }
        guard "is-".unicodeScalars.contains(scalars[next + 2]) else { return nil }
        next += 2
        var isOn = true
        while let scalar = peek {
            next += 1
            switch scalar {
            case "-": isOn = false
            case "i": flags.0 = isOn
            case "s": flags.1 = isOn
            case ")": return flags
            default:
                next -= 1
                throw fault("expected a flag, i or s, or a closing parenthesis")
            }
        }
        throw fault("the group of flags is not closed")
    }

    /// Parses the quantifier after a part, if there is one.
    private mutating func parseRepetition(
        of part: [PatternProgram.Step]
    ) throws(PatternFault) -> [PatternProgram.Step] {
        guard let (minimum, maximum) = try takeQuantifier() else { return part }
        // Whether as few as can be are tried first does not matter to whether there is a match.
        if !take("?"), peek == "+" { throw fault("a possessive quantifier (++) is not supported") }
        let start = next
        if try takeQuantifier() != nil {
            next = start
            throw fault("a quantifier follows another one")
        }
        return try PatternProgram.repeated(part, minimum, maximum)
    }

    /// `*`, `+`, `?`, `{2}`, `{2,}`, `{,5}` or `{2,5}`; nil where none comes.
    private mutating func takeQuantifier() throws(PatternFault) -> (Int, Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        let start = next
        guard take("{") else { return nil }
        let minimum = try takeNumber()
        let hasComma = take(",")
        let maximum = hasComma ? try takeNumber() : minimum
        guard take("}"), minimum != nil || maximum != nil else {
            // As elsewhere, a brace that begins no quantifier is a character.
            next = start
            return nil
        }
        if let minimum, let maximum, minimum > maximum {
            next = start
            throw fault("a repetition from \(minimum) to \(maximum)")
        }
        return (minimum ?? 0, maximum)
    }

    /// A number in decimal; nil where there is none.
    private mutating func takeNumber() throws(PatternFault) -> Int? {
        let start = next
        while let scalar = peek, ("0"..."9").contains(scalar) { next += 1 }
        if next == start { return nil }
        let digits = scalars[start..<next].map { UInt8(truncatingIfNeeded: $0.value) }
        guard let number = FileNumber.count.read(digits), number <= UInt64(Self.repetitionLimit) else {
            next = start
            throw fault("more than \(Self.repetitionLimit) repetitions")
        }
        return Int(number)
    }

    // MARK: Parts

    /// A character, a set, a place or a group.
    private mutating func parseAtom() throws(PatternFault) -> [PatternProgram.Step] {
        switch peek {
        case "(": return try parseGroup()
        case "[": return [.take(try parseSet())]
        case ".":
            next += 1
            return [.take(PatternSet(parts: [.kind(pointIsAll ? .any : .notLineFeed)]))]
        case "^":
            next += 1
            return [.place(.start)]
        case "$":
            next += 1
            return [.place(.end)]
        case "*", "+", "?": throw fault("a quantifier with nothing before it")
        case "\\": return try parseEscape()
        default:
            let scalar = scalars[next]
            next += 1
            return [literal(scalar)]
        }
    }

    /// Just one character.
    private func literal(_ scalar: Unicode.Scalar) -> PatternProgram.Step {
        .take(PatternSet(parts: [.range(scalar.value...scalar.value)], ignoresCase: ignoresCase))
    }

    /// Parses a group; its name or number does not matter here.
    private mutating func parseGroup() throws(PatternFault) -> [PatternProgram.Step] {
        let start = next
        depth += 1
        defer { depth -= 1 }
        if depth > Self.depthLimit { throw fault("groups are nested more than \(Self.depthLimit) deep") }
        next += 1
        if take("?") {
            if take(text: "P<") || take(text: "<"), peek != "=", peek != "!" {
                while let scalar = peek, scalar != ">", PatternSet.isWord(scalar) { next += 1 }
                if !take(">") { throw fault("expected '>' after the group's name") }
            } else if !take(":") {
                throw fault("only (?:…), (?i), (?s) and (?<name>…) are supported; look-around is not,")
            }
        }
        let steps = try parseChoice()
        if !take(")") { throw PatternFault("the group is not closed", at: start + 1) }
        return steps
    }

    /// Parses an escape outside of a set.
    private mutating func parseEscape() throws(PatternFault) -> [PatternProgram.Step] {
        let start = next
        next += 1
        guard let scalar = peek else { throw PatternFault("a backslash with nothing after it", at: start + 1) }
        switch scalar {
        case "b", "B":
            next += 1
            return [.place(scalar == "b" ? .wordBoundary : .noWordBoundary)]
        case "A", "z", "Z":
            next += 1
            return [.place(scalar == "A" ? .start : .end)]
        case "Q":
            next += 1
            return takeQuoted()
        case "1"..."9", "k", "g":
            next = start
            throw fault("back-references are not supported")
        default:
            next = start
            return [.take(PatternSet(parts: [try takeCharacter()], ignoresCase: ignoresCase))]
        }
    }

    /// Takes the literal text between `\Q` and `\E`.
    private mutating func takeQuoted() -> [PatternProgram.Step] {
        var steps: [PatternProgram.Step] = []
        while let scalar = peek, !take(text: "\\E") {
            steps.append(literal(scalar))
            next += 1
        }
        return steps
    }

    // MARK: Sets

    /// A set in brackets.
    private mutating func parseSet() throws(PatternFault) -> PatternSet {
        let start = next
        depth += 1
        defer { depth -= 1 }
        if depth > Self.depthLimit { throw fault("sets are nested more than \(Self.depthLimit) deep") }
        next += 1
        var set = PatternSet(isNegated: take("^"), ignoresCase: ignoresCase)
        // The first one is a character.
        var isFirst = true
        while let scalar = peek, scalar != "]" || isFirst {
            isFirst = false
            if scalar == "[" {
                if let named = takeNamed() {
                    set.parts.append(.set(named))
                } else {
                    set.parts.append(.set(try parseSet()))
                }
                continue
            }
            if (scalar == "&" || scalar == "-" || scalar == "~"), next + 1 < scalars.count, scalars[next + 1] == scalar
            {
                throw fault("set operations ('\(scalar)\(scalar)') are not supported")
            }
            let part = try takeCharacter()
            guard case .range(let low) = part, low.count == 1, peek == "-", next + 1 < scalars.count,
                scalars[next + 1] != "]"
            else {
                set.parts.append(part)
                continue
            }
            next += 1
            guard case .range(let high) = try takeCharacter(), high.count == 1 else {
                throw fault("a range must end with a character")
            }
            guard low.lowerBound <= high.lowerBound else { throw fault("a range whose end is before its start") }
            set.parts.append(.range(low.lowerBound...high.lowerBound))
        }
        if !take("]") { throw PatternFault("the set is not closed", at: start + 1) }
        return set
    }

    /// `[:alpha:]` and its like, inside of a set; nil for anything else.
    private mutating func takeNamed() -> PatternSet? {
        let names: [(String, [PatternSet.Part])] = [
            ("alpha", [.kind(.category("L"))]), ("digit", [.kind(.digit)]), ("space", [.kind(.space)]),
            ("alnum", [.kind(.category("L")), .kind(.digit)]), ("upper", [.kind(.category("Lu"))]),
            ("lower", [.kind(.category("Ll"))]), ("punct", [.kind(.category("P")), .kind(.category("S"))]),
            ("word", [.kind(.word)]), ("xdigit", [.range(0x30...0x39), .range(0x41...0x46), .range(0x61...0x66)]),
        ]
        for (name, parts) in names {
            if take(text: "[:\(name):]") { return PatternSet(parts: parts, ignoresCase: ignoresCase) }
            if take(text: "[:^\(name):]") {
                return PatternSet(parts: parts, isNegated: true, ignoresCase: ignoresCase)
            }
        }
        return nil
    }

    /// A character as it is, or what a backslash makes of the next one.
    private mutating func takeCharacter() throws(PatternFault) -> PatternSet.Part {
        let scalar = scalars[next]
        next += 1
        guard scalar == "\\" else { return .range(scalar.value...scalar.value) }
        guard let escaped = peek else { throw PatternFault("a backslash with nothing after it", at: next) }
        next += 1
        switch escaped {
        case "d": return .kind(.digit)
        case "w": return .kind(.word)
        case "s": return .kind(.space)
        case "D": return .set(PatternSet(parts: [.kind(.digit)], isNegated: true))
        case "W": return .set(PatternSet(parts: [.kind(.word)], isNegated: true))
        case "S": return .set(PatternSet(parts: [.kind(.space)], isNegated: true))
        case "N": return .kind(.notLineFeed)
        case "p", "P": return try takeCategory(isNegated: escaped == "P")
        case "n": return .range(0x0A...0x0A)
        case "t": return .range(0x09...0x09)
        case "r": return .range(0x0D...0x0D)
        case "f": return .range(0x0C...0x0C)
        case "e": return .range(0x1B...0x1B)
        case "0": return .range(0...0)
        case "x": return try takeCode(digits: 2)
        case "u": return try takeCode(digits: 4)
        default:
            // A letter that means nothing here may mean something elsewhere.
            guard !escaped.isASCII || !PatternSet.isWord(escaped) || escaped == "_" else {
                next -= 2
                throw fault("'\\\(escaped)' has no meaning here; write '\\\\' for a backslash")
            }
            return .range(escaped.value...escaped.value)
        }
    }

    /// `{L}` after `\p`, or `L`.
    private mutating func takeCategory(isNegated: Bool) throws(PatternFault) -> PatternSet.Part {
        var name = ""
        if take("{") {
            while let scalar = peek, scalar != "}", name.utf8.count < 32 {
                name.unicodeScalars.append(scalar)
                next += 1
            }
            if !take("}") { throw fault("expected '}' after the category") }
        } else if let scalar = peek {
            name.unicodeScalars.append(scalar)
            next += 1
        }
        guard PatternSet.categories.contains(name) else {
            throw fault("'\(name)' is not a general category such as L, Lu or Nd,")
        }
        return .set(PatternSet(parts: [.kind(.category(name))], isNegated: isNegated))
    }

    /// A character by its number: `{1F600}`, or so many hexadecimal digits.
    private mutating func takeCode(digits count: Int) throws(PatternFault) -> PatternSet.Part {
        let isBraced = take("{")
        var (value, read) = (UInt32(0), 0)
        while let scalar = peek, read < (isBraced ? 8 : count), scalar.isASCII,
            let digit = Character(scalar).hexDigitValue
        {
            value = value << 4 | UInt32(digit)
            (next, read) = (next + 1, read + 1)
        }
        guard read > 0, isBraced ? take("}") : read == count, let scalar = Unicode.Scalar(value) else {
            throw fault("expected the hexadecimal number of a character")
        }
        return .range(scalar.value...scalar.value)
    }
}
