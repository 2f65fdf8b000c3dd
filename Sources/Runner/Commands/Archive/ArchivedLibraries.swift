// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerSupport

/// The libraries that bundles need beyond the system's, and where each goes in an archive.
///
/// A library among the bundles stays in its place, so that `$ORIGIN` leads to it. Others go to one directory. Libraries
/// to which no `$ORIGIN` leads are found by `LD_LIBRARY_PATH`.
struct ArchivedLibraries {
    /// A library, and where it goes.
    struct Library: Equatable {
        /// Where it is.
        let source: String
        /// Its path in the archive.
        let path: String
    }

    /// Two libraries of one name of which each is to be found by it.
    struct Clash: Error, CustomStringConvertible {
        /// The name.
        let name: String
        /// Where they are.
        let (one, other): (String, String)

        /// The message for the user.
        var description: String {
            "cannot put two libraries called '\(name)' into one archive: \(one) and \(other); link what needs them with a "
                + "run path of $ORIGIN, or make an archive for each"
        }
    }

    /// The directory of those from elsewhere.
    static let directory = "libraries"

    /// The libraries, by their sources' paths.
    private(set) var all: [String: Library] = [:]
    /// The names of what is needed and was not found for it, with what needs it.
    private var notFound: [(name: String, neededBy: String)] = []
    /// The directories in which libraries are found by name alone.
    private(set) var searched: Set<String> = []

    /// The directory around all bundles.
    private let root: String
    /// Where the loader looks.
    private let search = LibrarySearch()
    /// The libraries that are found by name alone: where each is.
    private var byName: [String: String] = [:]
    /// The questions asked so far: the name, and the directories.
    private var asked: Set<String> = []

    /// Prepares to collect libraries for bundles below a directory.
    init(root: String) { self.root = root }

    /// The names of what is needed and is nowhere, with what needs it.
    ///
    /// The loader takes a library that the process already has, even for one with no path that leads to it.
    var missing: [(name: String, neededBy: String)] {
        let found = Set(all.values.map { FilePath.name(of: $0.path) })
        return notFound.filter { !found.contains($0.name) }
    }

    /// Adds the libraries that a library or a bundle needs.
    mutating func add(neededBy path: String) throws(Clash) {
        guard let image = try? ELFImage.inspect(path: path, entry: nil) else { return }
        let places = search.directories(of: image, at: path).map(\.path).joined(separator: ":")
        for name in image.neededLibraries where asked.insert("\(name) \(places)").inserted {
            guard let found = search.find(name, for: image, at: path)?.path, let source = ArchiveTree.place(found)
            else {
                notFound.append((name, path))
                continue
            }
            if LibrarySearch.isOfSystem(source) { continue }
            let isNew = all[source] == nil
            try add(name, at: source, for: image, path)
            if isNew { try add(neededBy: source) }
        }
    }

    /// Adds a library that was found.
    private mutating func add(_ name: String, at source: String, for image: ELFImage, _ user: String) throws(Clash) {
        let directory = FilePath.directory(of: source)
        let place: String
        if let inside = ArchiveTree.path(source, below: root) {
            place = ArchiveManifest.bundles + "/" + inside
            // By its path from whatever needs it.
            if leads(image, user, to: directory) { return all[source] = Library(source: source, path: place) }
        } else {
            place = Self.directory + "/" + name
        }
        if let other = byName[name], other != source { throw Clash(name: name, one: other, other: source) }
        byName[name] = source
        searched.insert(FilePath.directory(of: place))
        all[source] = Library(source: source, path: place)
    }

    /// Whether a run path that begins with `$ORIGIN` leads to a directory.
    private func leads(_ image: ELFImage, _ path: String, to directory: String) -> Bool {
        let places = image.runPath.directories(origin: FilePath.directory(of: path))
        return zip(image.runPath.entries, places).contains { entry, place in
            entry.hasPrefix("$") && FilePath.real(place) == directory
        }
    }
}
