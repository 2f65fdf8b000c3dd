// SPDX-License-Identifier: MIT

import BundleABI

/// The flags of a case's descriptor.
enum CaseFlags {
    /// The prefixes of the names of parameterised cases.
    private static let prefixes: [StaticString] = ["outlineTest", "parameterisedTest", "parameterizedTest"]

    /// The `testkit_case_flags` of a case.
    static func of(_ name: StaticString, isFocused: Bool) -> UInt32 {
        var flags: UInt32 = isFocused ? TESTKIT_CASE_FOCUSED.rawValue : 0
        // Plain cases, nearly all, are recognised by their first letter.
        if name.utf8CodeUnitCount > 0, name.utf8Start.pointee != UInt8(ascii: "t"),
            prefixes.contains(where: name.hasPrefix)
        {
            flags |= TESTKIT_CASE_PARAMETERISED.rawValue
        }
        return flags
    }
}
