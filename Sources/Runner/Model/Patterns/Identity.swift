// SPDX-License-Identifier: MIT

/// The identity of a test, `bundle/Module.Class/case[example]`: the one place that joins its parts.
///
/// A text for display, and pieces for code that hashes, compares or writes many identities. The names in it are escaped
/// where they are listed (`IdentityEscape`).
public enum Identity {
    /// Separates a bundle, a class and a case.
    static let slash: StaticString = "/"
    /// Surround an example.
    static let open: StaticString = "[", close: StaticString = "]"

    // Said of every case in some reports; joining takes half the time of an interpolation.

    /// "bundle/Module.Class".
    public static func ofClass(_ name: String, in bundle: String) -> String { bundle + "/" + name }

    /// "bundle/Module.Class/case", or "Module.Class/case", after the identity or the name of a class.
    public static func ofCase(_ name: String, of owner: String) -> String { owner + "/" + name }

    /// "…case[example]", after the identity or the name of a case; without an example, just that.
    public static func ofExample(_ name: String?, of owner: String) -> String {
        guard let name else { return owner }
        return owner + "[" + name + "]"
    }

    /// The byte between a class's identity and a case's name.
    public static let separator = UInt8(ascii: "/")
    /// The bytes around an example.
    public static let begin = UInt8(ascii: "["), end = UInt8(ascii: "]")
}
