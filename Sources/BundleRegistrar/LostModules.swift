// SPDX-License-Identifier: MIT

import FoundationEssentials

/// The test classes of modules that know TestKit and do not apply the tool: their cases are not registered.
enum LostModules {
    /// The words of which a source has one that declares a case.
    private static let cases = ["func test", "func focus_", "func outlineTest", "func parameteri"]
    /// The word that a module's source has which registers its classes by hand.
    private static let record = "testkit_modules"

    /// Reads the sources of some modules, where any of them may declare a case.
    ///
    /// A module that registers its classes by hand is left out. Sources that cannot be read are passed over: the compiler will report it.
    static func find(
        _ names: Set<String>, among modules: [DependencyIndex.Module], parse: (String, Data) -> SourceFile?
    ) -> [ModuleIndex] {
        modules.filter { names.contains($0.name) }.compactMap { module in
            let sources = DependencyIndex.sources(in: module.directory).compactMap { path in
                FileManager.default.contents(atPath: path).map { (path: path, data: $0) }
            }
            guard sources.contains(where: { cases.contains(where: $0.data.has) }),
                !sources.contains(where: { $0.data.has(record) })
            else { return nil }
            let files = sources.filter { $0.data.has("class") }.compactMap { parse($0.path, $0.data) }
            return ModuleIndex(module: module.name, files: files)
        }
    }

    /// Warns about each class with cases that no class of the module inherits from; of the others, another warning says more.
    static func warnings(
        _ modules: [ModuleIndex], of index: ModuleIndex, _ lineage: ForeignLineage
    ) -> [Warning] {
        if modules.isEmpty { return [] }
        let classes = index.order.filter { $0.declaration.kind == .class && $0.obstacle == nil }
        let inherited = Set(classes.flatMap { lineage.ancestors(of: $0, in: index) }.map(\.name))
        return modules.flatMap { module in
            module.order.compactMap { entry -> Warning? in
                guard entry.declaration.kind == .class, !entry.declaration.isFilePrivate,
                    !inherited.contains("\(module.module).\(entry.name)"),
                    module.ancestry(of: entry.declaration, in: ModuleIndex.scope(of: entry.name)) == .test
                else { return nil }
                let cases = entry.declaration.methods.filter { CaseMethod(method: $0, file: entry.file).problem == nil }
                if cases.isEmpty { return nil }
                return Warning(
                    file: entry.file, location: entry.declaration.location, conditions: entry.conditions,
                    subject: .methods(cases.count),
                    message: "test methods of class '\(module.module).\(entry.name)' are not registered and will not "
                        + "run (\(CaseName.shown(cases))): apply the plug-in RegisterTests to the module \(module.module)"
                )
            }
        }
    }
}
