// SPDX-License-Identifier: MIT

/// Makes file names from foreign names.
public enum FileName {
    /// The most bytes that a name has, with room for a number after it.
    static let limit = 200
    /// The characters that some system, or an archive of results, does not allow in a name.
    private static let forbidden: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]

    /// Returns a name that leads to no other directory, is not hidden and can be shown.
    public static func safe(_ name: String, otherwise substitute: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            text.unicodeScalars.append(isFit(scalar) ? scalar : "_")
        }
        // A leading dot would hide it, and "." and ".." are no names; a trailing one or a space gets lost elsewhere.
        if text.hasPrefix(".") { text = "_" + text.dropFirst() }
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        return text.isEmpty ? substitute : shortened(text)
    }

    /// Whether a character can be shown, and written into a report of any format.
    private static func isFit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .unassigned, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isDefaultIgnorableCodePoint && !forbidden.contains(scalar)
        }
    }

    /// Shortens a name to the limit; the part after its last dot stays.
    private static func shortened(_ name: String) -> String {
        if name.utf8.count <= limit { return name }
        let (stem, ending) = parts(name)
        let isEndingKept = ending.utf8.count <= 20
        var text = isEndingKept ? stem : name
        let room = limit - (isEndingKept ? ending.utf8.count : 0)
        while text.utf8.count > room { text.removeLast() }
        return isEndingKept ? text + ending : text
    }

    /// The name of the `number`th file of a name, from 1: "a.txt", "a-2.txt".
    public static func numbered(_ name: String, _ number: Int) -> String {
        if number == 1 { return name }
        let (stem, ending) = parts(name)
        return "\(stem)-\(number)\(ending)"
    }

    /// Returns the part of a name before its last dot, and the rest.
    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}
