// SPDX-License-Identifier: MIT

/// A method meant as a case, and where it was found.
struct CaseMethod {
    /// The method.
    var method: Method
    /// The absolute path of its source.
    var file: String
    /// The reason why the method's extension does not count; nil if it does.
    var obstacle: String?
    /// Whether a call must state the types of its arguments, since an overload has the same labels.
    var needsTypes = false

    /// The reason why the method itself cannot be a case; nil if it can.
    var problem: String? {
        if method.isStatic { return "it is a static or class method, and a case is an instance method" }
        if method.isGeneric { return "it is generic" }
        if !method.parameters.isEmpty { return Self.problem(ofParameters: method) }
        if let type = method.returnType { return "it returns '\(type)'" }
        if method.isFilePrivate { return "it is private to its file" }
        if method.isUnavailable { return "it is marked unavailable" }
        return nil
    }

    /// The reason why a method with parameters cannot be a case; nil if its examples can give them.
    private static func problem(ofParameters method: Method) -> String? {
        guard CaseName.takesExamples(method.name) else {
            return "it takes arguments, which only examples give: name it outlineTest…"
        }
        for parameter in method.parameters {
            let type = parameter.type.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if type.hasPrefix("inout ") { return "its parameter '\(parameter.name)' is inout" }
            if type.hasSuffix("...") {
                return "its parameter '\(parameter.name)' takes any number of values; use an array"
            }
            if type.contains("->") { return "its parameter '\(parameter.name)' is a function" }
            if type.hasPrefix("some ") { return "its parameter '\(parameter.name)' is generic" }
        }
        return nil
    }

    /// Whether it is a helper, and no case: it is private, and nothing else in its name says otherwise.
    var isHelper: Bool {
        method.isFilePrivate && !CaseName.focus(inCase: method.name).isFocused && !CaseName.takesExamples(method.name)
    }

    /// Whether the method looks like a case in all respects, where it may not be in a class.
    var isLikely: Bool {
        (method.parameters.isEmpty || CaseName.takesExamples(method.name)) && method.returnType == nil
    }

    /// The case's name, without the focus prefix.
    var caseName: String { CaseName.focus(inCase: method.name).name }

    /// The declaration after its name, without the parts that distinguish no overloads.
    var signature: String { CaseName.signature(of: method.parameters, isAsync: method.isAsync) }

    /// The case of a suite that it is, with the typed examples among some members; `isOnActor` where the suite is isolated to
    /// another actor than the main one.
    func testCase(in suite: Suite, isOnActor: Bool, examples: [String: ExampleMember] = [:]) -> Case {
        Case(
            name: caseName, call: method.name, isFocused: CaseName.focus(inCase: method.name).isFocused,
            file: file == suite.file ? nil : file, line: method.location.line,
            conditions: method.conditions.filter { !suite.conditions.contains($0) },
            isAsync: method.isAsync || isOnActor, isOnActor: isOnActor && !method.isAsync,
            isThrowing: method.isThrowing, parameters: method.parameters, needsTypes: needsTypes,
            examples: method.parameters.isEmpty ? nil : CaseName.examples(of: caseName).flatMap { examples[$0] })
    }
}
