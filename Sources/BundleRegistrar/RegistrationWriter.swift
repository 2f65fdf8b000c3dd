// SPDX-License-Identifier: MIT

/// Writes the Swift file of a registration.
enum RegistrationWriter {
    /// The text of the file.
    ///
    /// Equal registrations give equal texts.
    static func text(of registration: Registration) -> String {
        var lines = [
            "// Written by BundleRegistrar from the sources of module \(registration.module). Do not edit.",
            registration.testKitImport,
        ]
        lines += grouped(registration.imports, by: \.conditions) { [$0.text] }
        for (index, suite) in registration.suites.enumerated() {
            lines.append("")
            lines += function(for: suite, index: index, in: registration.module)
        }
        lines += ["", notDeprecated, #"@section("testkit_modules") @used"#]
        if registration.suites.isEmpty {
            lines.append("private let testKitModule: ModuleRecord = { context in _ = ModuleRegistration(context) }")
        } else {
            lines.append("private let testKitModule: ModuleRecord = { context in")
            lines.append("    let module = ModuleRegistration(context)")
            lines += registration.caseless.map { "    module.noCases(in: \(literal($0)))" }
            lines += registration.suites.indices.map { "    registerSuite\($0)(module)" }
            lines.append("}")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Keeps the compiler quiet about deprecated classes and methods.
    private static let notDeprecated =
        #"@available(*, deprecated, message: "it is not; but deprecated tests can be named here without a warning")"#

    /// The function that registers a class.
    ///
    /// One for each keeps type checking fast.
    private static func function(for suite: Suite, index: Int, in module: String) -> [String] {
        var arguments = ["\(suite.reference).self"]
        if let name = suite.name { arguments.append(literal("\(module).\(name)")) }
        if suite.name == nil { arguments[0] = "extending: " + arguments[0] }
        if suite.isFocused { arguments.append("isFocused: true") }
        arguments += ["file: \(literal(suite.file))", "line: \(suite.line)"]
        let call = "module.suite(\(arguments.joined(separator: ", ")))"

        var body = [suite.cases.isEmpty ? "    _ = \(call)" : "    let suite = \(call)"]
        body += grouped(suite.cases, by: \.conditions, indent: "    ") { ["    " + statement(for: $0)] }
        if suite.name == nil {
            // The compiler shows the lines around an error.
            let remark = "extends '\(suite.reference)' of another module. If this does not compile, it is no class that"
            let advice = "can be named so: call its methods other than test…"
            body.insert("    // \(literal(suite.file)):\(suite.line) \(remark) \(advice)", at: 0)
        }
        let head = [notDeprecated, "@MainActor private func registerSuite\(index)(_ module: ModuleRegistration) {"]
        return head + enclosed(body, in: suite.conditions, indent: "    ") + ["}"]
    }

    /// The statement that registers a case.
    ///
    /// A call, for the compiler then picks the right overload in any isolation.
    private static func statement(for testCase: Case) -> String {
        var arguments = [literal(testCase.name)]
        if testCase.isFocused { arguments.append("isFocused: true") }
        if let file = testCase.file { arguments.append("file: \(literal(file))") }
        arguments.append("line: \(testCase.line)")
        let effects = (testCase.isThrowing ? "try " : "") + (testCase.isAsync ? "await " : "")
        let call = "{ \(effects)$0.\(testCase.call)() }"
        if !testCase.isAsync, CaseName.runsOnOwnThread(testCase.name) {
            // A name of its own, for the compiler then refuses a method that is isolated to an actor.
            return "suite.addOnOwnThread(\(arguments.joined(separator: ", "))) \(call)"
        }
        return "suite.add(\(arguments.joined(separator: ", "))) \(call)"
    }

    /// The lines of each element; neighbours with equal conditions share their `#if`.
    private static func grouped<Element>(
        _ elements: [Element],
        by conditions: (Element) -> [String],
        indent: String = "",
        lines: (Element) -> [String]
    ) -> [String] {
        var result: [String] = []
        var rest = elements[...]
        while let first = rest.first {
            let group = rest.prefix { conditions($0) == conditions(first) }
            result += enclosed(group.flatMap(lines), in: conditions(first), indent: indent)
            rest = rest.dropFirst(group.count)
        }
        return result
    }

    /// Lines that are compiled only where all conditions hold.
    private static func enclosed(_ lines: [String], in conditions: [String], indent: String) -> [String] {
        guard let first = conditions.first else { return lines }
        let condition = conditions.count == 1 ? first : conditions.map { "(\($0))" }.joined(separator: " && ")
        return ["\(indent)#if \(condition)"] + lines + ["\(indent)#endif"]
    }

    /// A text as a Swift literal.
    private static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\u{0}"..<" ", "\u{7F}": literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
