// SPDX-License-Identifier: MIT

import RunnerSupport

/// The bundles that must not share a process, since they need different libraries of one name.
///
/// The system's loader identifies a library by its name, so the second bundle would silently get the first one's library. The
/// files are compared without loading them. The loader's own directories are skipped, since all bundles find the same
/// libraries there.
///
/// Rule 52.
public struct LibraryConflicts: Sendable {
    /// A bundle, and the library for which it cannot be where another one is.
    public struct Conflict: Equatable, Sendable {
        /// The other bundle, by file index.
        public let other: Int
        /// The library's name.
        public let library: String
    }

    /// The bundles that cannot meet some other.
    public private(set) var apart: BundleSet = []
    /// For each library of which there are several: which of its files each bundle has, by number; nil where it has none.
    private var choices: [(library: String, files: [Int?])] = []

    /// No bundles, or such as can all meet.
    public init() {}

    /// Looks at what some bundles need, by their images; a test executable has none, since it always has a process of its own.
    init(of bundles: [(path: String, image: ELFImage?)]) {
        guard bundles.count > 1 else { return }
        var search = NeededFiles()
        // By name: each file, and the bundles that have it.
        var users: [String: [(file: String, bundles: [Int])]] = [:]
        for (index, bundle) in bundles.enumerated() {
            guard let image = bundle.image else { continue }
            for (name, file) in search.files(of: image, at: bundle.path) {
                var known = users[name] ?? []
                if let place = known.firstIndex(where: { $0.file == file }) {
                    known[place].bundles.append(index)
                } else {
                    known.append((file, [index]))
                }
                users[name] = known
            }
        }
        for (name, files) in users where files.count > 1 { compare(name, files, count: bundles.count) }
        choices.sort { $0.library < $1.library }
    }

    /// Numbers the files of one name, those that are the same alike.
    private mutating func compare(_ name: String, _ files: [(file: String, bundles: [Int])], count: Int) {
        var kinds: [LibraryIdentity] = []
        var choice = [Int?](repeating: nil, count: count)
        for (file, bundles) in files {
            let identity = LibraryIdentity(path: file)
            let number = kinds.firstIndex(of: identity) ?? kinds.count
            if number == kinds.count { kinds.append(identity) }
            for bundle in bundles { choice[bundle] = number }
        }
        guard kinds.count > 1 else { return }
        choices.append((name, choice))
        apart.formUnion(choice.indices.filter { choice[$0] != nil })
    }

    /// The reason why a bundle cannot share a process with some others; nil if it can.
    public func conflict(of bundle: Int, with others: some Sequence<Int>) -> Conflict? {
        guard apart.contains(bundle) else { return nil }
        for other in others where apart.contains(other) {
            for choice in choices {
                if let own = choice.files[bundle], let its = choice.files[other], own != its {
                    return Conflict(other: other, library: choice.library)
                }
            }
        }
        return nil
    }
}
