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
        if let statement = registration.foundationImport { lines.append(statement) }
        lines += grouped(registration.imports, by: \.conditions) { [$0.text] }
        if let statement = registration.xctestImport {
            lines += enclosed([statement.text] + xctestCase, in: statement.conditions, indent: "")
        }
        for (index, suite) in registration.suites.enumerated() {
            lines.append("")
            lines += function(for: suite, index: index, in: registration.module)
        }
        lines += ["", notDeprecated]
        lines += enclosed([#"@section("testkit_modules") @used"#], in: [hasSections], indent: "")
        lines += record(of: registration)
        lines += enclosed(recordType, in: [lacksSections], indent: "")
        if registration.isTestTarget { lines += testTargetRecord }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The test of XCTest in which activities run, so that what XCTest's assertions find reaches them.
    private static let xctestCase = [
        "",
        "nonisolated private final class TestKitXCTestCase: XCTestCase {",
        "    nonisolated(unsafe) private var body: () -> Void = {}",
        "    static func surround(_ body: () -> Void) {",
        "        withoutActuallyEscaping(body) { body in",
        "            let test = TestKitXCTestCase(name: \"TestKit\", testClosure: { _ in })",
        "            test.body = body",
        "            test.perform(XCTestCaseRun(test: test))",
        "            test.body = {}",
        "        }",
        "    }",
        "    override func invokeTest() { body() }",
        "    override func recordFailure(",
        "        withDescription text: String, inFile file: String, atLine line: Int, expected: Bool",
        "    ) { ForeignAssertions.record(text, file: file, line: line) }",
        "}",
    ]

    /// Whether the compiler has an attribute that puts a record into a section.
    private static let (hasSections, lacksSections) = ("compiler(>=6.3)", "compiler(<6.3)")

    /// The type by which TestKit finds the module's record otherwise.
    private static let recordType = [
        notDeprecated,
        "private enum TestKitModule: ModuleRecordContainer {",
        "    static var record: ModuleRecord { testKitModule }",
        "}",
    ]

    /// The record by which the runner finds the bundle in a test executable.
    private static let testTargetRecord = [
        "",
        "#if \(hasSections)",
        #"@section("swift5_tests") @used"#,
        "private let testKitBundle: TestContentRecord = (",
        "    0x544B6974, 0, { place, _, _, _ in ModuleRegistration.storeBundle(at: place) }, 0, 0",
        ")",
        "#else",
        #"#warning("TestKit's classes run in a test target only with Swift 6.3 or later: put them into a bundle")"#,
        "#endif",
    ]

    /// The module's record.
    private static func record(of registration: Registration) -> [String] {
        var body: [String] = []
        if registration.foundationImport != nil {
            body.append("    ErrorText.install { ($0 as? any LocalizedError)?.errorDescription }")
        }
        if registration.suites.isEmpty, registration.observers.isEmpty, registration.warnings.isEmpty {
            // Brings the entry that the host looks for.
            body.append("    _ = ModuleRegistration(context)")
        } else {
            body.append("    let module = ModuleRegistration(context)")
        }
        if let statement = registration.xctestImport {
            let line = "    ForeignAssertions.install(TestKitXCTestCase.surround)"
            body += enclosed([line], in: statement.conditions, indent: "    ")
        }
        body += registration.caseless.map { "    module.noCases(in: \(literal($0)))" }
        body += registration.suites.indices.map { "    registerSuite\($0)(module)" }
        body += grouped(registration.observers, by: \.conditions, indent: "    ") {
            ["    module.observe(with: \($0.reference)())"]
        }
        body += grouped(registration.warnings, by: \.conditions, indent: "    ") { [statement(for: $0)] }
        // A record that only brings the entry takes one line.
        if body == ["    _ = ModuleRegistration(context)"] {
            return ["private let testKitModule: ModuleRecord = { context in _ = ModuleRegistration(context) }"]
        }
        return ["private let testKitModule: ModuleRecord = { context in"] + body + ["}"]
    }

    /// The statement that repeats a warning in each run.
    private static func statement(for warning: Warning) -> String {
        let count =
            switch warning.subject {
            case .methods(let count): "methods: \(count), "
            case .functions(let count): "functions: \(count), "
            case .other: ""
            }
        let place = "file: \(literal(warning.file)), line: \(warning.location.line)"
        return "    module.warn(\(literal(warning.message)), \(count)\(place))"
    }

    /// The text of the file with the assertions of the module's sources.
    ///
    /// A separate file that imports nothing: it changes with nearly every edit, and compiles in no time. Its record points to
    /// a line for each source, and one for each assertion with its place, its text and, after U+001F, the assertion that would
    /// show more. They are only read after a failure.
    static func assertionText(of registration: Registration) -> String {
        var lines = [
            "// Written by BundleRegistrar from the sources of module \(registration.module). Do not edit.",
            "// What assertions say, for failures where the sources are not at hand.",
        ]
        let entries = registration.assertions.map { source in
            let calls = source.calls.map { call in
                let hint = call.hint.map { "\u{1F}\($0)" } ?? ""
                return "A\(call.location.line):\(call.location.column) \(call.text)\(hint)\n"
            }.joined()
            return "F\(calls.utf8.count) \(source.file)\n\(calls)"
        }
        guard !entries.isEmpty else { return lines.joined(separator: "\n") + "\n" }
        lines.append("#if \(hasSections)")
        lines.append(#"@section("testkit_assertions") @used"#)
        lines.append("private let testKitAssertions: @convention(c) () -> UnsafePointer<UInt8> = {")
        lines.append("    (\(literal(entries.joined())) as StaticString).utf8Start")
        lines += ["}", "#endif"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Keeps the compiler quiet about deprecated classes and methods.
    private static let notDeprecated =
        #"@available(*, deprecated, message: "it is not; but deprecated tests can be named here without a warning")"#

    /// The function that registers a class.
    ///
    /// A separate function for each class keeps type checking fast.
    private static func function(for suite: Suite, index: Int, in module: String) -> [String] {
        var arguments = ["\(suite.reference).self"]
        if let name = suite.name { arguments.append(literal("\(module).\(name)")) }
        if suite.name == nil { arguments[0] = "extending: " + arguments[0] }
        if suite.isFocused { arguments.append("isFocused: true") }
        arguments += ["file: \(literal(suite.file))", "line: \(suite.line)"]
        let call = "module.suite(\(arguments.joined(separator: ", ")))"

        var body = [suite.cases.isEmpty && suite.hooks.isEmpty ? "    _ = \(call)" : "    let suite = \(call)"]
        body += grouped(suite.cases, by: \.conditions, indent: "    ") { statements(for: $0) }
        body += grouped(suite.hooks, by: \.conditions, indent: "    ") { hook in
            let kind = hook.isAsync ? "isAsync: true, " : ""
            return ["    suite.hook(\(literal(hook.name)), \(kind)line: \(hook.location.line))"]
        }
        if suite.name == nil {
            // The compiler shows the lines around an error.
            let remark = "extends '\(suite.reference)' of another module. If this does not compile, it is no class that"
            let advice = "can be named so: call its methods other than test…"
            body.insert("    // \(literal(suite.file)):\(suite.line) \(remark) \(advice)", at: 0)
        }
        let head = [notDeprecated, "@MainActor private func registerSuite\(index)(_ module: ModuleRegistration) {"]
        return head + enclosed(body, in: suite.conditions, indent: "    ") + ["}"]
    }

    /// The statements that register a case.
    ///
    /// The compiler reports what does not fit together about typed examples and their case at the line of the examples.
    private static func statements(for testCase: Case) -> [String] {
        guard let member = testCase.examples else { return ["    " + statement(for: testCase)] }
        return [
            "    #sourceLocation(file: \(literal(member.file)), line: \(member.line))",
            "    do { let values = suite.examples { $0.\(member.name) }; \(statement(for: testCase)) }",
            "    #sourceLocation()",
        ]
    }

    /// The statement that registers a case.
    ///
    /// A call, for the compiler then picks the right overload in any isolation.
    private static func statement(for testCase: Case) -> String {
        var arguments = [literal(testCase.name)]
        if testCase.isFocused { arguments.append("isFocused: true") }
        if let file = testCase.file { arguments.append("file: \(literal(file))") }
        arguments.append("line: \(testCase.line)")
        let values = testCase.parameters.map { argument(for: $0, of: testCase) }
        let isThrowing = testCase.isThrowing || !values.isEmpty
        let effects = (isThrowing ? "try " : "") + (testCase.isAsync ? "await " : "")
        let call = "{ \(effects)$0.\(testCase.call)(\(values.joined(separator: ", "))) }"
        if !values.isEmpty {
            // A name of its own, so that plain cases have no more overloads to choose from.
            arguments.insert("count: \(values.count)", at: 1)
            arguments.insert("parameters: \(literal(testCase.signature))", at: 2)
            let onThread = !testCase.isAsync && CaseName.runsOnOwnThread(testCase.name) ? "OnOwnThread" : ""
            return "suite.addWithParameters\(onThread)(\(arguments.joined(separator: ", "))) \(call)"
        }
        if testCase.isOnActor { return "suite.addOnActor(\(arguments.joined(separator: ", "))) \(call)" }
        if !testCase.isAsync, CaseName.runsOnOwnThread(testCase.name) {
            // A name of its own, for the compiler then refuses a method that is isolated to an actor.
            return "suite.addOnOwnThread(\(arguments.joined(separator: ", "))) \(call)"
        }
        return "suite.add(\(arguments.joined(separator: ", "))) \(call)"
    }

    /// The argument of a call that gives a parameter its value, with the type where overloads have the same labels.
    private static func argument(for parameter: Method.Parameter, of testCase: Case) -> String {
        let label = parameter.label.map { $0 + ": " } ?? ""
        let isOnly = testCase.parameters.count == 1
        let value =
            testCase.examples == nil
            ? "$1(\(literal(parameter.name)))" : "values($1)" + (isOnly ? "" : ".\(parameter.name)")
        return testCase.needsTypes ? "\(label)\(value) as \(parameter.plainType)" : label + value
    }

    /// The lines of each element; neighbours with equal conditions share their `#if`.
    static func grouped<Element>(
        _ elements: [Element], by conditions: (Element) -> [String], indent: String = "", lines: (Element) -> [String]
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

    /// Lines that are compiled only where all conditions are true.
    static func enclosed(_ lines: [String], in conditions: [String], indent: String) -> [String] {
        guard let first = conditions.first else { return lines }
        let condition = conditions.count == 1 ? first : conditions.map { "(\($0))" }.joined(separator: " && ")
        return ["\(indent)#if \(condition)"] + lines + ["\(indent)#endif"]
    }

    /// A text as a Swift literal.
    static func literal(_ text: String) -> String {
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
