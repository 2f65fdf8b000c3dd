// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// Bundles in one directory that were made of the same sources: most likely a product was renamed, and its old file is left
/// in the build folder.
public struct StaleDuplicates {
    /// The longest time between two files of one build, in nanoseconds.
    private static let oneBuild: UInt64 = 600_000_000_000

    /// The registry of all loaded bundles.
    private let registry: Registry

    /// Looks among the bundles of a registry.
    private init(_ registry: Registry) { self.registry = registry }

    /// A warning for each such pair.
    public static func warnings(_ registry: Registry, _ files: [BundleFile]) -> [String] {
        if registry.bundles.count < 2 { return [] }
        let twins = StaleDuplicates(registry)
        // By directory and by the source of the first class, since next to none share those.
        var known: [String: Int] = [:]
        var warnings: [String] = []
        for (index, bundle) in registry.bundles.enumerated() {
            guard let first = bundle.classes.first else { continue }
            let source = registry.string(registry.classes[first].file)
            let key = Self.directory(of: files[bundle.fileIndex].path) + "\0" + source
            guard let other = known.updateValue(index, forKey: key) else { continue }
            // The times first: copies may be many.
            let otherBundle = registry.bundles[other]
            guard let warning = warning(files[otherBundle.fileIndex], files[bundle.fileIndex]),
                access(source, F_OK) == 0, twins.isSame(bundle, otherBundle)
            else { continue }
            warnings.append(warning)
        }
        return warnings
    }

    /// The directory of a file.
    private static func directory(of path: String) -> Substring {
        path.lastIndex(of: "/").map { path[...$0] } ?? ""
    }

    /// Whether one bundle has each class of the other, be the module another.
    private func isSame(_ one: Registry.Bundle, _ other: Registry.Bundle) -> Bool {
        let (names, others) = (names(of: one), names(of: other))
        return names.isSubset(of: others) || others.isSubset(of: names)
    }

    /// A bundle's classes without their modules, each with its source.
    private func names(of bundle: Registry.Bundle) -> Set<String> {
        Set(
            bundle.classes.map { index in
                let name = registry.string(registry.classes[index].name)
                let plain = name.firstIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...]
                return plain + "\0" + registry.string(registry.classes[index].file)
            })
    }

    /// Says which is the older, and when it was made; nil for two that one build has made, which both are meant.
    private static func warning(_ one: BundleFile, _ other: BundleFile) -> String? {
        let (first, second) = (written(one), written(other))
        guard max(first, second) - min(first, second) > oneBuild else { return nil }
        let (older, newer, time) = first <= second ? (one, other, first) : (other, one, second)
        let date = UTCTime.text(time).replacing("T", with: " ")
        return "'\(older.name)' and '\(newer.name)' are built from the same sources, '\(older.name)' first, on "
            + "\(date) UTC. If its product was renamed, delete '\(older.path)'"
    }

    /// When a bundle's file was written, in nanoseconds since 1970; 0 where there is none.
    private static func written(_ file: BundleFile) -> UInt64 {
        file.written ?? FileVersion(path: file.path)?.written ?? 0
    }
}
