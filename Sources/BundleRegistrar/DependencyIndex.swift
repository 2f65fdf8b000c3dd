// SPDX-License-Identifier: MIT

import FoundationEssentials

/// The sources of modules that the module depends on, so far as they declare what its extensions extend.
enum DependencyIndex {
    /// A module and the directory of its sources.
    struct Module: Equatable {
        /// Its name.
        var name: String
        /// The directory; those in it belong to the module as well.
        var directory: String
    }

    /// The types of other modules that matter, by the last part of their names: those that extensions with test methods
    /// extend, and the superclasses of classes that may need a warning.
    static func wanted(module: String, files: [SourceFile]) -> Set<String> {
        let index = ModuleIndex(module: module, files: files)
        let foreign = index.extensions.filter { entry in
            !entry.declaration.methods.isEmpty && index.resolve(entry.name, in: "") == nil
        }
        var names = foreign.map { ModuleIndex.plain(index.alias($0.name, in: "") ?? $0.name) }
        for entry in index.order where entry.declaration.kind == .class && !entry.declaration.lookalikes.isEmpty {
            if let superclass = index.foreignSuperclass(of: entry) { names.append(superclass) }
        }
        return Set(names.compactMap { $0.split(separator: ".").last.map(String.init) })
    }

    /// Returns the modules' declarations of these types.
    ///
    /// Parses only sources that declare one. Skips sources that cannot be read: the compiler will report them.
    static func find(_ names: Set<String>, in modules: [Module], parse: (String, Data) -> SourceFile?) -> [ModuleIndex]
    {
        guard !names.isEmpty else { return [] }
        let kinds = ["class", "struct", "enum", "actor", "protocol", "typealias", "extension"]
        let declarations = names.flatMap { name in kinds.map { "\($0) \(name)" } }
        return modules.map { module in
            let files = sources(in: module.directory).compactMap { path -> SourceFile? in
                guard let data = FileManager.default.contents(atPath: path),
                    declarations.contains(where: data.has)
                else { return nil }
                return parse(path, data)
            }
            return ModuleIndex(module: module.name, files: files)
        }
    }

    /// The paths of the Swift files in a directory, in order.
    static func sources(in directory: String) -> [String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: directory)) ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().map { directory + "/" + $0 }
    }
}
