// SPDX-License-Identifier: MIT

/// The classes of other modules that a module's classes inherit from, as far as those modules' sources are at hand.
struct ForeignLineage {
    /// A class of another module.
    struct Ancestor {
        /// Its module.
        let module: String
        /// Its declaration.
        let entry: ModuleIndex.Entry
        /// Its methods meant as cases, those of its extensions in that module included.
        let cases: [Method]
        /// "Module.Class", as the language names it.
        var name: String { "\(module).\(entry.name)" }
    }

    /// The other modules.
    private let dependencies: [ModuleIndex]

    /// The lineage through some modules.
    init(_ dependencies: [ModuleIndex]) { self.dependencies = dependencies.filter { $0.module != "TestKit" } }

    /// The base classes of XCTest, which run nothing in a bundle.
    private static let xctestRoots: Set<String> = ["XCTestCase", "XCTest.XCTestCase"]

    /// Whether a class may be a test, as far as the sources of all modules show.
    func ancestry(of entry: ModuleIndex.Entry, in index: ModuleIndex) -> Ancestry {
        var (module, current) = (index, entry)
        // A circle is an error that the compiler reports.
        for _ in 0..<64 {
            let scope = ModuleIndex.scope(of: current.name)
            let ancestry = module.ancestry(of: current.declaration, in: scope)
            let top = module.ancestors(of: current.declaration, in: scope).last ?? current
            // Another module may have a `TestCase` of its own.
            if ancestry == .test, module.kitFiles.contains(top.file) { return .test }
            let name = ancestry == .test ? "TestCase" : module.foreignSuperclass(of: current)
            guard ancestry != .none, let name else { return ancestry }
            if Self.xctestRoots.contains(name) { return .xctest }
            guard let found = find(name) else { return ancestry }
            (module, current) = found
        }
        return .unknown
    }

    /// Whether some class may inherit from a `TestCase` of another module than TestKit, which its file does not import.
    static func mayMeanOtherRoot(_ files: [SourceFile]) -> Bool {
        files.contains { file in
            !file.importsTestKit
                && file.declarations.contains { $0.kind == .class && $0.inherited.first == "TestCase" }
        }
    }

    /// The names that still have to be looked for in other modules: superclasses that no known module declares.
    ///
    /// The last parts of the names, as `DependencyIndex` looks for them.
    func wanted(_ index: ModuleIndex) -> Set<String> {
        var names: Set<String> = []
        for module in [index] + dependencies {
            for entry in module.order where entry.declaration.kind == .class {
                guard let name = module.foreignSuperclass(of: entry), find(name) == nil else { continue }
                if let last = name.split(separator: ".").last { names.insert(String(last)) }
            }
        }
        return names
    }

    /// The classes of other modules that a class inherits from, the nearest first.
    func ancestors(of entry: ModuleIndex.Entry, in index: ModuleIndex) -> [Ancestor] {
        chain(of: entry, in: index).ancestors
    }

    /// The superclass that no known module declares, by the name in the sources; nil if there is none, or if it is another type.
    func unknownRoot(of entry: ModuleIndex.Entry, in index: ModuleIndex) -> String? {
        let name = chain(of: entry, in: index).root
        return name.flatMap { name in dependencies.contains { $0.resolve(name, in: "") != nil } ? nil : name }
    }

    /// The classes of other modules that a class inherits from, and the name of the next one.
    private func chain(
        of entry: ModuleIndex.Entry, in index: ModuleIndex
    ) -> (ancestors: [Ancestor], root: String?) {
        var (ancestors, name) = ([Ancestor](), index.foreignSuperclass(of: entry))
        // A circle is an error that the compiler reports.
        while let next = name, ancestors.count < 64, let (module, first) = find(next) {
            let local = module.ancestors(of: first.declaration, in: ModuleIndex.scope(of: first.name))
            ancestors += ([first] + local).map {
                Ancestor(module: module.module, entry: $0, cases: Self.cases(of: $0, in: module))
            }
            name = module.foreignSuperclass(of: first)
        }
        return (ancestors, name)
    }

    /// The class that a name means in one of the modules.
    private func find(_ name: String) -> (ModuleIndex, ModuleIndex.Entry)? {
        for module in dependencies {
            let found = module.resolve(name, in: "").flatMap { module.types[$0] }
            if let entry = found?.first(where: { $0.declaration.kind == .class && !$0.declaration.isFilePrivate }) {
                return (module, entry)
            }
        }
        return nil
    }

    /// A class's methods that would be cases.
    private static func cases(of entry: ModuleIndex.Entry, in module: ModuleIndex) -> [Method] {
        ([entry] + module.extensions(of: entry)).flatMap(\.declaration.methods).filter {
            !$0.isStatic && !$0.isFilePrivate
        }
    }
}
