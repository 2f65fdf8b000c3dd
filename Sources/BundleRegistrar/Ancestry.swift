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
    /// The names of the class from which tests inherit.
    static let roots: Set<String> = ["TestCase", "TestKit.TestCase"]

    /// Whether a class may be a test.
    ///
    /// - Parameter scope: The qualified name of the type around it, or empty.
    func ancestry(of declaration: Declaration, in scope: String) -> Ancestry {
        guard let foreign = superclasses(of: declaration, in: scope).foreign else { return .none }
        return Self.roots.contains(foreign) ? .test : .unknown
    }

    /// The classes of this module that a class inherits from, the nearest first.
    func ancestors(of declaration: Declaration, in scope: String) -> [Entry] {
        superclasses(of: declaration, in: scope).local
    }

    /// The class of another module that a class inherits from, by the name that the sources give it; nil if that is
    /// `TestCase`, or if there is none.
    func foreignSuperclass(of entry: Entry) -> String? {
        let foreign = superclasses(of: entry.declaration, in: Self.scope(of: entry.name)).foreign
        return foreign.flatMap { Self.roots.contains($0) ? nil : $0 }
    }

    /// The classes of this module that a class inherits from, the nearest first, and the next one, which the sources do not
    /// declare, by its name there.
    private func superclasses(of declaration: Declaration, in scope: String) -> (local: [Entry], foreign: String?) {
        var (found, current, scope) = ([Entry](), declaration, scope)
        // A circle is an error that the compiler reports.
        while found.count < 64 {
            let (local, foreign) = superclass(of: current, in: scope)
            guard let local else { return (found, foreign) }
            found.append(local)
            (current, scope) = (local.declaration, Self.scope(of: local.name))
        }
        return (found, nil)
    }

    /// The superclass: first in the inheritance clause, alone or in a composition with protocols.
    private func superclass(of declaration: Declaration, in scope: String) -> (local: Entry?, foreign: String?) {
        guard let first = declaration.inherited.first else { return (nil, nil) }
        var foreign: String?
        for part in first.split(separator: "&") {
            let name = Self.plain(String(part))
            if let found = resolve(name, in: scope) {
                let entry = types[found]?.first { $0.declaration.kind == .class }
                if let entry { return (entry, nil) }
            } else if let target = aliasTarget(of: name, in: scope), !KnownTypes.names.contains(target) {
                foreign = target
            }
        }
        return (nil, foreign)
    }

    /// Resolves this module's typealiases for a name that is not a type of this module.
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
