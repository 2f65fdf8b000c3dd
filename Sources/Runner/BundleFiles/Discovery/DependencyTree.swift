// SPDX-License-Identifier: MIT

import RunnerModel

/// The libraries that a library needs, and those that they need, as the loader would find them.
public struct DependencyTree {
    /// A library that something needs.
    public struct Dependency: Equatable {
        /// Its name.
        public let name: String
        /// Which library needs it first.
        public let neededBy: String
        /// The file that the loader would take; nil if there is none.
        public let found: LibrarySearch.Found?
        /// The fault of the file, if any.
        public let fault: String?
        /// The directories in which it was looked for, besides the system's; only where it is nowhere.
        public let directories: [String]
    }

    /// All of them, each once, those that are needed directly first.
    public private(set) var dependencies: [Dependency] = []
    /// The symbols that no library defines, sorted by name, without weak ones.
    public private(set) var unresolved: [String] = []

    /// Looks for the libraries that a library needs.
    public init(of image: ELFImage, _ tables: ELFTables, at path: String, search: LibrarySearch) {
        var libraries: [ELFTables] = [tables]
        var queue: [(image: ELFImage, path: String, name: String)] = [(image, path, "the bundle")]
        var seen: Set<String> = []
        var next = 0
        while next < queue.count {
            let item = queue[next]
            next += 1
            // Shared by all that are missing.
            let places = search.directories(of: item.image, at: item.path).map(\.path)
            for name in item.image.neededLibraries where seen.insert(name).inserted {
                let found = search.find(name, for: item.image, at: item.path)
                var fault: String?
                if let found {
                    do throws(ELFFault) {
                        queue.append((try ELFImage.inspect(path: found.path, entry: nil), found.path, name))
                        libraries.append(try ELFTables(path: found.path))
                    } catch { fault = error.description }
                }
                dependencies.append(
                    Dependency(
                        name: name, neededBy: item.name, found: found, fault: fault,
                        directories: found == nil ? places : []))
            }
        }
        // Where a library is missing, its symbols are as well; they would only hide the cause.
        unresolved = (try? Self.unresolved(tables, in: libraries)) ?? []
    }

    /// The symbols that a library looks for and that none defines.
    private static func unresolved(_ tables: ELFTables, in libraries: [ELFTables]) throws(ELFFault) -> [String] {
        // One pass over each: the time is in proportion to the files, even with an unusual hash table.
        var names = Set(try tables.undefined().lazy.filter { !$0.isWeak }.map(\.name))
        for library in libraries where !names.isEmpty { try library.removeDefined(from: &names) }
        return names.sorted()
    }
}
