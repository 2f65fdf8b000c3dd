// SPDX-License-Identifier: MIT

/// Whether a class may be a test, as far as the sources of its module show.
enum Ancestry: Equatable {
    /// It inherits from `TestCase`.
    case test
    /// It inherits from something that the sources do not show.
    case unknown
    /// It inherits from `XCTestCase`, as far as the sources of all modules show.
    case xctest
    /// It cannot be a test.
    case none
}

extension ModuleIndex {
    /// Whether a class may be a test.
    ///
    /// - Parameter scope: The qualified name of the type around it, or empty.
    func ancestry(of declaration: Declaration, in scope: String) -> Ancestry {
        var ancestry = Ancestry.none
        walk(from: declaration, in: scope) { step in
            switch step {
            case .local: return true
            case .foreign(let name):
                ancestry = ["TestCase", "TestKit.TestCase"].contains(name) ? .test : .unknown
                return false
            }
        }
        return ancestry
    }

    /// The classes of this module that a class inherits from, the nearest first.
    func ancestors(of declaration: Declaration, in scope: String) -> [Entry] {
        var ancestors: [Entry] = []
        walk(from: declaration, in: scope) { step in
            guard case .local(let entry) = step else { return false }
            ancestors.append(entry)
            return true
        }
        return ancestors
    }

    /// The nearest superclass that the sources do not show, by the name that they give it; nil if there is none.
    func foreignAncestor(of declaration: Declaration, in scope: String) -> String? {
        var foreign: String?
        walk(from: declaration, in: scope) { step in
            if case .foreign(let name) = step { foreign = name }
            return true
        }
        return foreign
    }

    /// The class of another module that a class inherits from, by the name that the sources give it; nil if that is
    /// `TestCase`, or if there is none.
    func foreignSuperclass(of entry: Entry) -> String? {
        var found: String?
        walk(from: entry.declaration, in: Self.scope(of: entry.name)) { step in
            if case .foreign(let name) = step, !["TestCase", "TestKit.TestCase"].contains(name) { found = name }
            return true
        }
        return found
    }

    /// A superclass on the way up.
    private enum Step {
        /// A class of this module.
        case local(Entry)
        /// A type that the sources do not declare, by its name there.
        case foreign(String)
    }

    /// Walks up the superclasses until `visit` says no or there is none.
    private func walk(from declaration: Declaration, in scope: String, visit: (Step) -> Bool) {
        var (current, scope) = (declaration, scope)
        // A circle is an error that the compiler reports.
        for _ in 0..<64 {
            guard let step = superclass(of: current, in: scope), visit(step) else { return }
            guard case .local(let entry) = step else { return }
            current = entry.declaration
            scope = Self.scope(of: entry.name)
        }
    }

    /// The superclass: first in the inheritance clause, alone or in a composition with protocols.
    private func superclass(of declaration: Declaration, in scope: String) -> Step? {
        guard let first = declaration.inherited.first else { return nil }
        var foreign: Step?
        for part in first.split(separator: "&") {
            let name = Self.plain(String(part))
            if let found = resolve(name, in: scope) {
                let entry = types[found]?.first { $0.declaration.kind == .class }
                if let entry { return .local(entry) }
            } else if let target = aliasTarget(of: name, in: scope), !KnownTypes.names.contains(target) {
                foreign = .foreign(target)
            }
        }
        return foreign
    }

    /// Returns the name behind this module's typealiases, for a name that is not a type of this module.
    private func aliasTarget(of name: String, in scope: String) -> String? {
        var name = name
        for _ in 0..<16 {
            guard let alias = alias(name, in: scope) else { return name }
            name = Self.plain(alias)
        }
        return nil
    }

    /// The qualified name of the type around a type; empty at file level.
    static func scope(of name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? ""
    }
}
