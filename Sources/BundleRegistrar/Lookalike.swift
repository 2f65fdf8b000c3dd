// SPDX-License-Identifier: MIT

/// Names that resemble those of cases, hooks and focused classes, and are none.
///
/// The rules compare names without underscores and in lower case.
enum Lookalike {
    /// The prefixes of the names of cases, in lower case, and as they are written.
    private static let cases: [(folded: String, written: String)] = [
        ("outlinetest", "outlineTest"), ("parameterisedtest", "parameterisedTest"),
        ("parameterizedtest", "parameterizedTest"), ("parametrisedtest", "parameterisedTest"),
        ("parametrizedtest", "parameterizedTest"), ("test", "test"),
    ]

    /// The hooks that other frameworks, or other spellings, have names for.
    private static let hooks: [String: String] = [
        "setup": setUpCase, "setupwitherror": setUpCase, "setupcase": setUpCase, "setuptestcase": setUpCase,
        "beforeeach": setUpCase, "teardown": tearDownCase, "teardownwitherror": tearDownCase,
        "teardowncase": tearDownCase, "teardowntestcase": tearDownCase, "aftereach": tearDownCase,
        "setuptest": "override func setUpTest()", "teardowntest": "override func tearDownTest()",
        "setupclass": setUpClass, "beforeall": setUpClass, "teardownclass": tearDownClass, "afterall": tearDownClass,
    ]
    /// The names of hooks as TestKit has them.
    static let throwingHooks: Set<String> = [
        "setUpClass", "setUpTest", "setUpTestCase", "tearDownTestCase", "tearDownTest", "tearDownClass",
    ]
    /// The declaration of the hook before each case.
    private static let setUpCase = "override func setUpTestCase(_ name: String)"
    /// The declaration of the hook after each case.
    private static let tearDownCase = "override func tearDownTestCase(_ name: String)"
    /// The declaration of the hook before a class.
    private static let setUpClass = "override class func setUpClass()"
    /// The declaration of the hook after a class.
    private static let tearDownClass = "override class func tearDownClass()"

    /// The correct name of a method that was meant as a case; nil if it is a case's, or meant otherwise.
    static func caseMeant(by name: String) -> String? {
        guard !CaseName.isCase(name) else { return nil }
        let plain = CaseName.unquoted(name)
        // A leading underscore is how people put a test aside.
        guard let first = plain.first, first != "_" else { return nil }
        if let rest = rest(of: plain[...], after: "focus") {
            for (folded, written) in cases {
                if let end = Self.rest(of: rest, after: folded) { return "focus_" + written + end }
            }
            return rest.first == "_" ? "focus_test" + capitalized(rest.drop { $0 == "_" }) : nil
        }
        for (folded, written) in cases {
            guard let end = rest(of: plain[...], after: folded) else { continue }
            // "Testing", "Tested": a word of its own.
            if folded == "test", end.first?.isLowercase == true { return nil }
            return written + end
        }
        return nil
    }

    /// The attributes of Swift Testing's tests.
    static let testAttributes: Set<String> = ["Test", "Testing.Test"]
    /// The attributes of Swift Testing's suites.
    static let suiteAttributes: Set<String> = ["Suite", "Testing.Suite"]

    /// The words before the name of a case with which people put it aside, without underscores and in lower case.
    private static let asides: Set<String> = [
        "", "x", "disabled", "disable", "skip", "skipped", "ignore", "ignored", "pending", "todo", "wip", "broken",
        "off",
        "no", "dont",
    ]

    /// The name of the case that a method was before it was put aside: `xtestA`, `disabled_testA`, `_testA`; nil if it is
    /// none such.
    static func caseAside(by name: String) -> String? {
        let plain = CaseName.unquoted(name)
        for prefix in ["outlineTest", "parameterisedTest", "parameterizedTest", "test", "Test"] {
            guard let found = plain.firstRange(of: prefix), found.lowerBound > plain.startIndex else { continue }
            let word = plain[..<found.lowerBound].filter { $0 != "_" }.lowercased()
            // "xtested": a word of its own.
            guard asides.contains(word), let next = plain[found.upperBound...].first, !next.isLowercase else {
                continue
            }
            return (prefix == "Test" ? "test" : prefix) + plain[found.upperBound...]
        }
        return nil
    }

    /// Whether a name is one that only tests have: "test" and another word.
    static func isPlainlyCase(_ name: String) -> Bool {
        let plain = CaseName.focus(inCase: name).name
        guard CaseName.isCase(name) else { return false }
        if CaseName.takesExamples(name) { return true }
        return plain.dropFirst(4).first.map { !$0.isLowercase } ?? false
    }

    /// The declaration of the hook that a method was meant as; nil if it was meant otherwise.
    ///
    /// - Parameter isStatic: Whether the method belongs to the type: XCTest's `class func setUp()`.
    static func hookMeant(by name: String, isStatic: Bool) -> String? {
        let folded = CaseName.unquoted(name).lowercased().filter { $0 != "_" }
        guard let hook = hooks[folded] else { return nil }
        guard isStatic else { return hook }
        return folded.hasPrefix("setup") || folded.hasPrefix("before") ? setUpClass : tearDownClass
    }

    /// Whether a name is one that ``hookMeant(by:isStatic:)`` knows.
    static func isHook(_ name: String) -> Bool { hookMeant(by: name, isStatic: false) != nil }

    /// The correct name of a class that was meant to be focused; nil if it is focused, or not meant so.
    static func focusMeant(byClass name: String) -> String? {
        let plain = CaseName.unquoted(name)
        guard !CaseName.focus(inClass: plain).isFocused, let rest = rest(of: plain[...], after: "focus"),
            rest.first == "_"
        else { return nil }
        return "Focus_" + rest.drop { $0 == "_" }
    }

    /// Returns the rest of a name after a prefix, which is compared without underscores and in lower case; nil if it
    /// has another prefix.
    private static func rest(of name: Substring, after folded: String) -> Substring? {
        var rest = name
        for letter in folded {
            rest = rest.drop { $0 == "_" }
            guard let first = rest.first, first.lowercased() == String(letter) else { return nil }
            rest.removeFirst()
        }
        return rest
    }

    /// A name with a capital first letter.
    private static func capitalized(_ name: Substring) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
