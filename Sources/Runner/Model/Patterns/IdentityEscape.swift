// SPDX-License-Identifier: MIT

import RunnerSupport

/// Names as parts of an identity.
///
/// In "bundle/Module.Class/case[example]", slashes and brackets separate names, and an invisible character cannot be typed. Such
/// characters in the name of a class or case, and invisible ones in the name of an example, are written as `\u{2F}`. So no two
/// names make the same identity, and each printed identity is accepted.
public enum IdentityEscape {
    /// The part of an identity that a name belongs to.
    public enum Part {
        /// A class or a case.
        case name
        /// An example, between brackets of which the first and the last count: its own are as they are, and its slashes.
        case example
        /// A bundle, in front: of a file's path, the slashes stay.
        case bundle
    }

    /// Returns a name as an identity spells it; nil if it needs no escape.
    public static func escaped(_ name: String, as part: Part) -> String? {
        let scalars = Array(name.unicodeScalars)
        var result = ""
        var isChanged = false
        for (index, scalar) in scalars.enumerated() {
            // A backslash only where it would look like an escape.
            let isEscape = scalar == "\\" && scalars[(index + 1)...].prefix(2).elementsEqual(["u", "{"])
            if isEscape || isParting(scalar, part) || TerminalText.isHidden(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                isChanged = true
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return isChanged ? result : nil
    }

    /// Whether a character parts names.
    private static func isParting(_ scalar: Unicode.Scalar, _ part: Part) -> Bool {
        switch part {
        case .name: scalar == "/" || scalar == "[" || scalar == "]"
        case .example: false
        case .bundle: scalar == "[" || scalar == "]"
        }
    }
}
