// SPDX-License-Identifier: MIT

import SourceKitABI

/// The names of SourceKit that are asked for, made once: comparing and hashing texts for each value takes long.
struct SourceKitNames {
    /// The names used in requests.
    let request, editorOpen, sourceText, syntacticOnly, enableDiagnostics, enableSyntaxMap: sk_uid?
    /// The keys of each declaration and token.
    let kind, name, offset, length, nameOffset, nameLength, bodyOffset, typeName, accessibility: sk_uid?
    /// The keys of lists.
    let inheritedTypes, attributes, attribute, substructure, syntaxMap: sk_uid?
    /// The values of accesses and of kinds of tokens.
    let isPrivate, isFilePrivate, directive, keyword: sk_uid?
    /// The kinds of declarations that matter.
    let kinds: [sk_uid: SyntaxNode.Kind]
    /// The kinds of attributes that matter.
    let attributeKinds: [sk_uid: SyntaxNode.Attribute.Kind]

    /// Makes the names by the library's function for that.
    init(_ functions: sk_functions) {
        func uid(_ name: String) -> sk_uid? { functions.uid_get_from_cstr(name) }
        request = uid("key.request")
        editorOpen = uid("source.request.editor.open")
        sourceText = uid("key.sourcetext")
        syntacticOnly = uid("key.syntactic_only")
        enableDiagnostics = uid("key.enablediagnostics")
        enableSyntaxMap = uid("key.enablesyntaxmap")
        kind = uid("key.kind")
        name = uid("key.name")
        offset = uid("key.offset")
        length = uid("key.length")
        nameOffset = uid("key.nameoffset")
        nameLength = uid("key.namelength")
        bodyOffset = uid("key.bodyoffset")
        typeName = uid("key.typename")
        accessibility = uid("key.accessibility")
        inheritedTypes = uid("key.inheritedtypes")
        attributes = uid("key.attributes")
        attribute = uid("key.attribute")
        substructure = uid("key.substructure")
        syntaxMap = uid("key.syntaxmap")
        isPrivate = uid("source.lang.swift.accessibility.private")
        isFilePrivate = uid("source.lang.swift.accessibility.fileprivate")
        directive = uid("source.lang.swift.syntaxtype.buildconfig.keyword")
        keyword = uid("source.lang.swift.syntaxtype.keyword")
        kinds = Self.table(uid)
        attributeKinds = Self.table(uid)
    }

    /// The cases of an enumeration by the names that are their raw values.
    private static func table<Kind: RawRepresentable & CaseIterable>(_ uid: (String) -> sk_uid?) -> [sk_uid: Kind]
    where Kind.RawValue == String {
        var table: [sk_uid: Kind] = [:]
        for kind in Kind.allCases {
            if let name = uid(kind.rawValue) { table[name] = kind }
        }
        return table
    }
}
