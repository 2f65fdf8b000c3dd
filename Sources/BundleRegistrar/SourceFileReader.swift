// SPDX-License-Identifier: MIT

/// Turns the parser's answer for a source into a ``SourceFile``.
struct SourceFileReader {
    /// The source.
    private let source: SourceText
    /// Its `#if` blocks.
    private let conditions: Conditions
    /// The declarations read so far.
    private var file: SourceFile

    /// Reads a source that the parser has split into `nodes`.
    ///
    /// - Parameters:
    ///   - directives: Where `#if`, `#elseif`, `#else` and `#endif` are.
    ///   - imports: Where the keyword `import` is.
    static func read(
        path: String, source: SourceText, nodes: [SyntaxNode], directives: [Int], imports: [Int]
    ) -> SourceFile {
        let conditions = Conditions(directives: directives, in: source)
        var reader = SourceFileReader(source: source, conditions: conditions, file: SourceFile(path: path))
        reader.file.declarations = reader.types(in: nodes)
        reader.file.functions = nodes.filter { $0.kind == .function }.compactMap(reader.method)
        reader.file.imports = imports.map(reader.importStatement)
        reader.readCalls(in: nodes)
        return reader.file
    }

    /// Finds the assertions among calls, and the tests and hooks that code calls itself.
    private mutating func readCalls(in nodes: [SyntaxNode]) {
        for node in nodes {
            if node.kind == .call {
                if let assertion = AssertionText(node, in: source) { file.assertions.append(assertion) }
                let callee = source.text(node.nameRange)
                // A hook's call of its superclass's hook does not show that any code calls the hook.
                if !callee.hasPrefix("super."), let name = callee.split(separator: ".").last,
                    Lookalike.isHook(String(name)) || CaseName.isCase(String(name))
                        || Lookalike.caseAside(by: String(name)) != nil
                {
                    file.calledNames.insert(String(name))
                }
            }
            readCalls(in: node.children)
        }
    }

    /// The types among the children of a file, a type or an extension.
    ///
    /// Classes in functions go to `localClasses`.
    private mutating func types(in nodes: [SyntaxNode]) -> [Declaration] {
        var types: [Declaration] = []
        var codeEnd = 0
        for node in nodes {
            // The parser gives what an accessor declares as a neighbour of its property.
            let isLocal = node.range.lowerBound < codeEnd
            switch node.kind {
            case .class, .actor, .struct, .enum, .protocol, .extension, .typealias:
                let declaration = declaration(node)
                if !isLocal {
                    types.append(declaration)
                } else {
                    addLocal(declaration)
                }
            default:
                codeEnd = max(codeEnd, node.range.upperBound)
                readCode(node)
            }
        }
        return types
    }

    /// Finds the classes in a function, a closure, an accessor or an expression.
    private mutating func readCode(_ node: SyntaxNode) {
        for type in types(in: node.children) { addLocal(type) }
    }

    /// Notes a type in a function, and the classes nested in it.
    private mutating func addLocal(_ declaration: Declaration) {
        for nested in declaration.types { addLocal(nested) }
        if declaration.kind == .class { file.localClasses.append(declaration) }
    }

    /// A type, an extension or a typealias, with what is nested in it.
    private mutating func declaration(_ node: SyntaxNode) -> Declaration {
        let header = source.code(node.nameRange.upperBound..<max(node.nameRange.upperBound, node.bodyOffset))
        var declaration = Declaration(
            kind: kind(of: node), name: typeName(of: node), location: source.location(of: node.nameRange.lowerBound),
            conditions: conditions.holding(at: node.nameRange.lowerBound),
            inherited: node.kind == .typealias ? [aliased(by: node)] : node.inherited,
            isGeneric: node.children.contains { $0.kind == .genericParameter }, isFilePrivate: node.isFilePrivate,
            isUnavailable: isUnavailable(node), attributes: attributeNames(of: node))
        if let clause = words(of: header).firstIndex(of: "where") {
            declaration.whereClause = words(of: header)[(clause + 1)...].joined(separator: " ")
        }
        declaration.types = types(in: node.children)
        for child in node.children {
            if child.kind == .staticProperty || child.kind == .classProperty,
                source.contains("TypedExample", in: child.range)
            {
                declaration.examples[source.text(child.nameRange)] =
                    source.location(of: child.nameRange.lowerBound).line
            }
            if child.kind == .classProperty || child.kind == .staticProperty, isAbstract(child) {
                declaration.isAbstract =
                    conditions.holding(at: child.nameRange.lowerBound) == declaration.conditions
            }
            guard let method = method(child) else { continue }
            if CaseName.isCase(method.name) {
                declaration.methods.append(method)
            } else {
                declaration.lookalikes.append(method)
            }
        }
        declaration.mentionsFinish = node.kind == .class || node.kind == .extension ? mentionsFinish(node) : false
        return declaration
    }

    /// Whether a property is `isAbstract`, and just `true`.
    private func isAbstract(_ node: SyntaxNode) -> Bool {
        guard source.text(node.nameRange) == "isAbstract" else { return false }
        let words = words(of: source.code(node.nameRange.upperBound..<node.range.upperBound))
        return words == [":", "Bool", "true", "}"] || words == [":", "Bool", "return", "true", "}"]
    }

    /// Whether a type's code, comments left aside, speaks of `finish` or of ending a case without it.
    private func mentionsFinish(_ node: SyntaxNode) -> Bool {
        source.contains("finish", in: node.range) && source.code(node.range).contains("finish")
    }

    /// A type's name as written.
    ///
    /// The parser leaves the backticks out, and does not count them.
    private func typeName(of node: SyntaxNode) -> String {
        let name = source.code(node.nameRange).split(whereSeparator: \.isWhitespace).joined()
        guard node.kind != .extension, name.hasPrefix("`") else { return name }
        return baseName(source.text(node.nameRange.lowerBound..<(node.nameRange.upperBound + 2)))
    }

    /// The kind of a type.
    ///
    /// The parser calls an actor a class.
    private func kind(of node: SyntaxNode) -> Declaration.Kind {
        if node.has(.globalActor) { return .globalActor }
        switch node.kind {
        case .class: return source.text(node.range).hasPrefix("actor") ? .other : .class
        case .protocol: return .protocol
        case .extension: return .extension
        case .typealias: return .typealias
        default: return .other
        }
    }

    /// A method or function that is meant as a case, or seems to be meant as one or as a hook; nil for everything else.
    private func method(_ node: SyntaxNode) -> Method? {
        let kinds: [SyntaxNode.Kind?] = [.method, .function, .staticMethod, .classMethod]
        guard kinds.contains(node.kind) else { return nil }
        let name = baseName(source.text(node.nameRange))
        let isStatic = node.kind == .staticMethod || node.kind == .classMethod
        guard
            CaseName.isCase(name) || Lookalike.caseMeant(by: name) != nil || Lookalike.caseAside(by: name) != nil
                || Lookalike.hookMeant(by: name, isStatic: isStatic) != nil
                || attributeNames(of: node).contains(where: Lookalike.testAttributes.contains)
        else { return nil }
        let end = node.bodyOffset > 0 ? node.bodyOffset : node.range.upperBound
        let effects = words(of: source.code(node.nameRange.upperBound..<max(node.nameRange.upperBound, end)))
            .prefix { !$0.hasPrefix("->") }
        return Method(
            name: name, location: source.location(of: node.nameRange.lowerBound),
            conditions: conditions.holding(at: node.nameRange.lowerBound),
            parameters: node.children.filter { $0.kind == .parameter }.map(parameter),
            returnType: node.typeName.flatMap { Self.voids.contains($0) ? nil : $0 }, isStatic: isStatic,
            isGeneric: node.children.contains { $0.kind == .genericParameter }, isFilePrivate: node.isFilePrivate,
            isUnavailable: isUnavailable(node), isOverride: node.has(.override), isAsync: effects.contains("async"),
            isThrowing: effects.contains("throws"), attributes: attributeNames(of: node))
    }

    /// A method's parameter.
    private func parameter(_ node: SyntaxNode) -> Method.Parameter {
        Method.Parameter(
            label: node.nameRange.isEmpty ? nil : source.text(node.nameRange), name: CaseName.unquoted(node.name ?? ""),
            type: node.typeName ?? "")
    }

    /// The ways to write that a method returns nothing.
    private static let voids: Set<String> = ["Void", "()", "Swift.Void", "(Void)", "(())"]

    /// A function's name without the parameters, as written.
    ///
    /// A name in backticks may contain anything.
    private func baseName(_ name: String) -> String {
        if name.hasPrefix("`"), let end = name.dropFirst().firstIndex(of: "`") { return String(name[...end]) }
        return String(name.prefix { !"(</ \n\t".contains($0) })
    }

    /// The words of a text; parentheses, braces and arrows part them as well.
    private func words(of code: String) -> [String] {
        code.replacing("->", with: " -> ").replacing("(", with: " ( ").replacing("{", with: " ")
            .split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns the type that a typealias names, as written.
    private func aliased(by node: SyntaxNode) -> String {
        let text = source.code(node.nameRange.upperBound..<node.range.upperBound)
        guard let equals = text.firstIndex(of: "=") else { return "" }
        return text[text.index(after: equals)...].split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether an attribute says that a declaration must not be used on this system.
    private func isUnavailable(_ node: SyntaxNode) -> Bool {
        node.attributes.contains { attribute in
            guard attribute.kind == .available else { return false }
            let terms = (source.arguments(ofAttributeAt: attribute.offset) ?? "").split(separator: ",")
                .map { $0.split(whereSeparator: \.isWhitespace).joined() }
            guard terms.first == "*" || terms.first == "swift" else { return false }
            return terms.contains("unavailable") || terms.contains { $0.hasPrefix("obsoleted:") }
        }
    }

    /// The names of a declaration's attributes that the language does not know.
    private func attributeNames(of node: SyntaxNode) -> [String] {
        node.attributes.filter { $0.kind == .custom }.map {
            let line = source.codeLine(from: $0.offset).dropFirst()
            return String(line.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) })
        }
    }

    /// The import whose keyword is at an offset, with the attributes before it.
    private func importStatement(at offset: Int) -> Import {
        let column = source.location(of: offset).column
        let before = source.code((offset - column + 1)..<offset)
        let attributes = before[(before.lastIndex(of: ";").map(before.index(after:)) ?? before.startIndex)...]
        let statement = source.codeLine(from: offset).prefix { $0 != ";" }
        let text = attributes.split(whereSeparator: \.isWhitespace) + statement.split(whereSeparator: \.isWhitespace)
        return Import(text: text.joined(separator: " "), conditions: conditions.holding(at: offset))
    }
}
