// SPDX-License-Identifier: MIT

/// The types of a module by their qualified names, backticks left out.
struct ModuleIndex {
    /// The module.
    let module: String
    /// Every declaration of a name: `#if` branches and private types may declare one several times.
    private(set) var types: [String: [Entry]] = [:]
    /// The classes and other types in the order of the sources.
    private(set) var order: [Entry] = []
    /// The extensions in the order of the sources, under the names of what they extend.
    private(set) var extensions: [Entry] = []

    /// The files that import TestKit.
    let kitFiles: Set<String>

    /// A declaration, with the facts that follow from its place.
    struct Entry {
        /// The declaration.
        var declaration: Declaration
        /// The absolute path of its source.
        var file: String
        /// The type's name in code, backticks included.
        var reference: String
        /// The qualified name, backticks left out.
        var name: String { CaseName.unquoted(reference) }
        /// The reason why another file cannot use it as a test; nil if one can.
        var obstacle: String?
        /// Its conditions, with those of an extension that it is in.
        var conditions: [String] { declaration.conditions }
        /// Its members with typed examples, by name.
        var examples: [String: ExampleMember] {
            Dictionary(
                uniqueKeysWithValues: declaration.examples.map { ($0, ExampleMember(name: $0, file: file, line: $1)) })
        }
    }

    /// Indexes the sources of a module.
    init(module: String, files: [SourceFile]) {
        self.module = module
        kitFiles = Set(files.filter(\.importsTestKit).map(\.path))
        var nested: [(entry: Entry, extended: Declaration)] = []
        for file in files {
            for declaration in file.declarations {
                if declaration.kind == .extension {
                    let entry = Entry(declaration: declaration, file: file.path, reference: declaration.name)
                    nested.append((entry, declaration))
                } else {
                    add(declaration, outer: nil, file: file.path)
                }
            }
        }
        // Extensions last: only now every typealias at file level is known.
        for (entry, declaration) in nested { addExtension(entry, declaration) }
    }

    /// Adds a type and those nested in it.
    private mutating func add(_ declaration: Declaration, outer: Entry?, file: String) {
        let entry = Entry(
            declaration: declaration, file: file,
            reference: [outer?.reference, declaration.name].compactMap { $0 }.joined(separator: "."),
            obstacle: outer?.obstacle ?? Self.obstacle(of: declaration))
        types[entry.name, default: []].append(entry)
        order.append(entry)
        for type in declaration.types { add(type, outer: entry, file: file) }
    }

    /// Adds an extension, and the types nested in it.
    private mutating func addExtension(_ entry: Entry, _ declaration: Declaration) {
        var entry = entry
        let target = resolve(entry.name, in: "")
        let extended = target.flatMap { types[$0]?.first }
        if let extended { entry.reference = extended.reference }
        entry.obstacle = extended?.obstacle
        // Methods in an extension of a generic class may reach subclasses, unless a condition is not true for them.
        if entry.obstacle == nil || extended?.declaration.isGeneric == true, declaration.whereClause != nil {
            entry.obstacle = "the extension of '\(entry.name)' has a where clause"
        }
        if entry.obstacle == nil, declaration.isUnavailable {
            entry.obstacle = "the extension of '\(entry.name)' is marked unavailable"
        }
        extensions.append(entry)
        for type in declaration.types { add(type, outer: entry, file: entry.file) }
    }

    /// The reason why other files cannot use a type as a test; nil if they can.
    private static func obstacle(of declaration: Declaration) -> String? {
        let kind = declaration.kind == .class ? "class" : "type"
        if declaration.isFilePrivate { return "\(kind) '\(declaration.name)' is private to its file" }
        if declaration.isGeneric { return "\(kind) '\(declaration.name)' is generic" }
        if declaration.isUnavailable { return "\(kind) '\(declaration.name)' is marked unavailable" }
        return nil
    }

    /// The extensions of a type in this module; private types of several files may share a name, and each file extends its own.
    func extensions(of entry: Entry) -> [Entry] {
        extensions.filter {
            resolve($0.name, in: "") == entry.name && (!entry.declaration.isFilePrivate || $0.file == entry.file)
        }
    }

    /// The qualified name of the type that `text` means inside the type `scope`; nil if it is not of this module.
    ///
    /// Generic arguments, attributes and the module's own name are left aside, typealiases are followed.
    func resolve(_ text: String, in scope: String) -> String? {
        var text = text
        // A typealias may represent another; a circle of them is an error that the compiler reports.
        for _ in 0..<16 {
            guard let found = find(Self.plain(text), in: scope) else { return nil }
            guard let target = alias(found, in: "") else { return found }
            text = target
        }
        return nil
    }

    /// Returns the type that a typealias of this module names, as written; nil if the name is no typealias.
    func alias(_ name: String, in scope: String) -> String? {
        guard let found = find(name, in: scope), let entry = types[found]?.first else { return nil }
        return entry.declaration.kind == .typealias ? entry.declaration.inherited.first : nil
    }

    /// Looks a plain name up, from the inside out.
    private func find(_ name: String, in scope: String) -> String? {
        var outer = scope
        while !outer.isEmpty {
            if types["\(outer).\(name)"] != nil { return "\(outer).\(name)" }
            outer = outer.lastIndex(of: ".").map { String(outer[..<$0]) } ?? ""
        }
        if types[name] != nil { return name }
        let local = name.dropFirst(module.count + 1)
        return name.hasPrefix(module + ".") && types[String(local)] != nil ? String(local) : nil
    }

    /// A type's name without attributes, generic arguments, backticks and spaces.
    static func plain(_ text: String) -> String {
        var depth = 0
        let words = text.split(whereSeparator: \.isWhitespace).filter { !$0.hasPrefix("@") && $0 != "any" }
        return words.joined().filter { character in
            if character == "<" { depth += 1 }
            defer { if character == ">" { depth -= 1 } }
            return depth == 0 && character != "`"
        }
    }
}
