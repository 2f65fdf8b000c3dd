// SPDX-License-Identifier: MIT

/// A declaration, statement or expression of a source, as the parser gives it.
///
/// Offsets and lengths are in UTF-8 bytes.
struct SyntaxNode: Equatable {
    /// Its kind; nil for a kind that does not matter here.
    var kind: Kind?
    /// Where it is, its attributes left aside.
    var range: Range<Int> = 0..<0
    /// Where its name is, parameters included; for an argument, its label.
    var nameRange: Range<Int> = 0..<0
    /// Where its body begins; 0 if it has none.
    var bodyOffset = 0
    /// A parameter's name in the body; nil for everything else.
    var name: String?
    /// The type of a variable, or what a function returns; nil if none is written.
    var typeName: String?
    /// Whether it can be named from its own file only.
    var isFilePrivate = false
    /// The types in its inheritance clause, as written.
    var inherited: [String] = []
    /// Its attributes and modifiers.
    var attributes: [Attribute] = []
    /// Its children.
    var children: [SyntaxNode] = []
}

extension SyntaxNode {
    /// The kinds that matter, by SourceKit's name.
    enum Kind: String, CaseIterable {
        case `class` = "source.lang.swift.decl.class"
        case actor = "source.lang.swift.decl.actor"
        case `struct` = "source.lang.swift.decl.struct"
        case `enum` = "source.lang.swift.decl.enum"
        case `protocol` = "source.lang.swift.decl.protocol"
        case `extension` = "source.lang.swift.decl.extension"
        case `typealias` = "source.lang.swift.decl.typealias"
        case function = "source.lang.swift.decl.function.free"
        case method = "source.lang.swift.decl.function.method.instance"
        case staticMethod = "source.lang.swift.decl.function.method.static"
        case classMethod = "source.lang.swift.decl.function.method.class"
        case staticProperty = "source.lang.swift.decl.var.static"
        case classProperty = "source.lang.swift.decl.var.class"
        case parameter = "source.lang.swift.decl.var.parameter"
        case genericParameter = "source.lang.swift.decl.generic_type_param"
        case call = "source.lang.swift.expr.call"
        case argument = "source.lang.swift.expr.argument"
    }

    /// An attribute or modifier, and where it begins.
    struct Attribute: Equatable {
        /// The kind; nil for a kind that the registrar does not use.
        var kind: Kind?
        /// Where it begins.
        var offset: Int

        /// The kinds that matter, by SourceKit's name.
        enum Kind: String, CaseIterable {
            case available = "source.decl.attribute.available"
            case custom = "source.decl.attribute._custom"
            case globalActor = "source.decl.attribute.globalActor"
            case override = "source.decl.attribute.override"
            case `private` = "source.decl.attribute.private"
            case `fileprivate` = "source.decl.attribute.fileprivate"
        }
    }
}

extension SyntaxNode {
    /// Copies a value of an answer, with all that is in it.
    init(_ value: SourceKitValue) {
        let names = value.kit.names
        kind = value.uid(names.kind).flatMap { names.kinds[$0] }
        let offset = value.int(names.offset)
        range = offset..<(offset + value.int(names.length))
        children = value.array(names.substructure).map { SyntaxNode($0) }
        // The registrar needs no more of other expressions and statements.
        guard let kind else { return }
        let nameOffset = value.int(names.nameOffset)
        nameRange = nameOffset..<(nameOffset + value.int(names.nameLength))
        if kind == .argument { return }
        bodyOffset = value.int(names.bodyOffset)
        if kind == .call { return }
        if kind == .parameter { name = value.string(names.name) }
        typeName = value.string(names.typeName)
        inherited = value.array(names.inheritedTypes).compactMap { $0.string(names.name) }
        attributes = value.array(names.attributes).map { attribute in
            let kind = attribute.uid(names.attribute).flatMap { names.attributeKinds[$0] }
            return Attribute(kind: kind, offset: attribute.int(names.offset))
        }
        let access = value.uid(names.accessibility)
        isFilePrivate =
            access != nil && (access == names.isPrivate || access == names.isFilePrivate)
            || has(.private) || has(.fileprivate)
    }

    /// Whether it has an attribute or modifier of a kind.
    func has(_ kind: Attribute.Kind) -> Bool { attributes.contains { $0.kind == kind } }
}
