// SPDX-License-Identifier: MIT

/// A set of characters, as a regular expression names them.
struct PatternSet {
    /// A part of a set.
    enum Part {
        /// The characters from one to another.
        case range(ClosedRange<UInt32>)
        /// The characters of a kind.
        case kind(Kind)
        /// The characters of another set.
        case set(PatternSet)
    }

    /// A kind of character.
    enum Kind {
        /// All but a line feed.
        case notLineFeed
        /// All.
        case any
        /// Decimal digits.
        case digit
        /// Word characters: letters, marks, digits, the underscore.
        case word
        /// White space.
        case space
        /// A general category of Unicode, or several that begin with one letter: "L", "Lu".
        case category(String)
    }

    /// The names of the files in it.
    var parts: [Part] = []
    /// Whether it is all that is not in the parts.
    var isNegated = false
    /// Whether a letter represents its capital as well, and the other way round.
    var ignoresCase = false

    /// Whether a character is in it.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var isIn = parts.contains { Self.contains($0, scalar) }
        if !isIn, ignoresCase {
            isIn = Self.otherCases(scalar).contains { other in parts.contains { Self.contains($0, other) } }
        }
        return isIn != isNegated
    }

    /// Whether a character is in a part.
    private static func contains(_ part: Part, _ scalar: Unicode.Scalar) -> Bool {
        switch part {
        case .range(let range): range.contains(scalar.value)
        case .set(let set): set.contains(scalar)
        case .kind(.any): true
        case .kind(.notLineFeed): scalar != "\n"
        case .kind(.digit): scalar.properties.generalCategory == .decimalNumber
        case .kind(.word): isWord(scalar)
        case .kind(.space): scalar.properties.isWhitespace
        case .kind(.category(let name)): category(scalar.properties.generalCategory).hasPrefix(name)
        }
    }

    /// Whether words are made of a character.
    static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar == "_" || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(UInt8(scalar.value))
                || ((UInt8(ascii: "a")...UInt8(ascii: "z")).contains(UInt8(scalar.value) | 0x20))
        }
        let name = category(scalar.properties.generalCategory)
        return name.hasPrefix("L") || name.hasPrefix("M") || name == "Nd" || name == "Nl" || name == "Pc"
    }

    /// A character's other cases, as far as they are one character.
    private static func otherCases(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let texts = [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping]
        return texts.compactMap { $0.unicodeScalars.count == 1 ? $0.unicodeScalars.first : nil }
    }

    /// The short name of a general category.
    private static func category(_ category: Unicode.GeneralCategory) -> String {
        switch category {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        default: "Cn"
        }
    }

    /// The names that `category` takes.
    static let categories: Set<String> = [
        "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe",
        "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co", "Cn",
    ]
}
