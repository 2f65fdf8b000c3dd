// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerModel
import RunnerSupport

/// Finds out what goes into an archive.
///
///     Discovery.run            which files are bundles, as in a run
///     PackableExecutables      the adapters of test executables, and the files that they make
///     ArchivedLibraries        their libraries beyond the system's
///     takeNeighbours           data next to the bundles, settings
///     takeSources              sources for excerpts, if they are asked for
struct ArchiveMaker {
    /// A file that goes in, and where it is.
    struct Item {
        /// Where it is.
        let source: String
        /// The state of it of which the manifest speaks.
        let version: FileVersion?
        /// Its line of the manifest.
        let file: ArchiveManifest.File
    }

    /// The files, in their order.
    private(set) var items: [Item] = []
    /// The manifest.
    private(set) var manifest = ArchiveManifest()
    /// The test executables that are left out, and why.
    private(set) var leftOut: [(path: String, reason: String)] = []
    /// Remarks for the user.
    private(set) var remarks: [String] = []
    /// The directory around all bundles.
    private let root: String
    /// The paths in the archive that are taken.
    private var taken: Set<String> = []

    /// Collects what a run of some paths would use; `say` informs the user of slow steps.
    init(paths: [String], recursive: Bool, sources: [String], say: (String) -> Void) throws {
        let discovery = try Discovery.run(paths: paths, recursive: recursive)
        let executables = try PackableExecutables(discovery.bundles.filter(\.isAdapted), say: say)
        leftOut = executables.leftOut
        let bundles = discovery.bundles.filter { !$0.isAdapted || executables.all[$0.path] != nil }
        // A file that cannot be used is a fault on the other machine as well.
        let faulty = discovery.faults.map(\.path).filter(ArchiveTree.isFile)
        let places = (bundles.map(\.path) + faulty).compactMap(ArchiveTree.place)
        let named = paths.filter(ArchiveTree.isDirectory).compactMap(FilePath.real)
        let configured = Set(named + paths.compactMap(ArchiveTree.place).map(FilePath.directory(of:))).sorted()
            .filter { ArchiveTree.isFile($0 + "/" + ConfigurationFile.name) }
        root = ArchiveTree.common(places.map(FilePath.directory(of:)) + configured)
        for (file, place) in zip(bundles.map { Optional($0) } + faulty.map { _ in nil }, places) {
            let executable = file.flatMap { executables.all[$0.path] }
            take(place, .bundle, name: file?.name, adapter: executable.map { Self.place(ofAdapter: $0) })
            if let executable { take(executable, of: place) }
        }
        try takeLibraries(places + Set(executables.all.values.map(\.adapter)).sorted())
        for directory in Set(places.map(FilePath.directory(of:))).sorted() { takeNeighbours(in: directory) }
        for directory in configured {
            take(directory + "/" + ConfigurationFile.name, .configuration)
            if named.contains(directory) { manifest.configured.append(inArchive(directory)) }
        }
        for directory in sources { try takeSources(in: directory) }
        manifest.files = items.map(\.file)
    }

    /// The path in the archive of something below the directory of all bundles.
    private func inArchive(_ path: String) -> String {
        let inside = ArchiveTree.path(path, below: root) ?? ""
        return inside.isEmpty ? ArchiveManifest.bundles : ArchiveManifest.bundles + "/" + inside
    }

    /// Takes a file that is not there yet.
    private mutating func take(
        _ source: String, _ role: ArchiveManifest.Role, name: String? = nil, adapter: String? = nil,
        at path: String? = nil
    ) {
        let path = path ?? inArchive(source)
        guard taken.insert(path).inserted else { return }
        let version = FileVersion(path: source)
        let content = ArchiveManifest.content(ofFile: source)
        let file = ArchiveManifest.File(path: path, role: role, name: name, content: content, adapter: adapter)
        items.append(Item(source: source, version: version, file: file))
    }

    /// Takes the adapter of a test executable, and puts the files that it made next to the executable.
    private mutating func take(_ executable: PackableExecutables.Executable, of place: String) {
        take(executable.adapter, .adapter, at: Self.place(ofAdapter: executable))
        let directory = inArchive(FilePath.directory(of: place))
        for file in executable.made { take(file, .adapter, at: directory + "/" + FilePath.name(of: file)) }
    }

    /// The path in the archive of what opens a test executable: each toolchain has one of its own.
    private static func place(ofAdapter executable: PackableExecutables.Executable) -> String {
        let parts = executable.adapter.split(separator: "/").suffix(2)
        return ArchiveManifest.adapters + "/" + parts.joined(separator: "/")
    }

    /// Takes the libraries that the bundles need.
    private mutating func takeLibraries(_ bundles: [String]) throws {
        var libraries = ArchivedLibraries(root: root)
        for bundle in bundles { try libraries.add(neededBy: bundle) }
        for library in libraries.all.values.sorted(by: { $0.path < $1.path }) {
            take(library.source, .library, at: library.path)
        }
        manifest.searched = libraries.searched.sorted()
        if let core = libraries.all.values.first(where: { FilePath.name(of: $0.source) == "libswiftCore.so" }) {
            takeBacktracer(of: core.source)
        }
        for (name, user) in libraries.missing {
            remarks.append("warning: \(name), which \(user) needs, was not found: it must be on the other machine")
        }
    }

    /// Takes the program that writes backtraces for Swift's runtime, which looks for it around itself.
    private mutating func takeBacktracer(of core: String) {
        let directory = FilePath.directory(of: core) + "/../../../libexec/swift/linux"
        // The one that needs no library comes first.
        for name in ["swift-backtrace-static", "swift-backtrace"] {
            guard let path = ArchiveTree.place(directory + "/" + name), ArchiveTree.isFile(path) else {
                continue
            }
            return take(path, .tool, at: ArchiveManifest.backtracer)
        }
    }

    // MARK: Data

    /// The directories next to a bundle in which its tests look for data.
    private static let dataDirectories = [".resources", ".testsuite", ".bundle"]
    /// The files that a build leaves next to bundles and that no test reads.
    private static let products = [
        ".o", ".a", ".so", ".d", ".dia", ".swiftmodule", ".swiftdoc", ".swiftsourceinfo", ".abi.json", ".yaml", ".pcm",
        ".modulemap", ".autolink", ".dwo", ".debug", ".log", "-entitlement.plist", ".priors", ".swiftdeps", ".tar",
    ]
    /// Files of such names are a build's as well.
    private static let productNames = ["description.json", "plugin-tools-description.json", ConfigurationFile.name]

    /// Takes the data in the directories of bundles.
    private mutating func takeNeighbours(in directory: String) {
        for name in ArchiveTree.names(in: directory) {
            let path = directory + "/" + name
            if ArchiveTree.isFile(path) {
                if !Self.isProduct(name, at: path) { take(path, .resource) }
            } else if Self.dataDirectories.contains(where: name.hasSuffix) {
                for file in ArchiveTree.files(below: path, where: { _ in true }) { take(file, .resource) }
            }
        }
    }

    /// Whether a file was made by a build and is no data: an object, a program, a module.
    private static func isProduct(_ name: String, at path: String) -> Bool {
        // SwiftPM's note on the compiler.
        if name.hasPrefix("swift-version-") { return true }
        if productNames.contains(name) || products.contains(where: name.hasSuffix) || name.contains(".so.") {
            return true
        }
        let start = (try? FileBytes(path: path).prefix(4)) ?? []
        return start == [0x7F, 0x45, 0x4C, 0x46]
    }

    // MARK: Sources

    /// The endings of source files.
    private static let sourceSuffixes = [".swift", ".c", ".cc", ".cpp", ".cxx", ".m", ".mm", ".h", ".hh", ".hpp"]

    /// Takes the source files below a directory.
    private mutating func takeSources(in directory: String) throws {
        guard let place = FilePath.real(directory) else {
            throw SystemFault("cannot read the sources in '\(directory)'")
        }
        let files = ArchiveTree.files(below: place) { name in Self.sourceSuffixes.contains(where: name.hasSuffix) }
        for file in files { take(file, .source, at: ArchiveManifest.sources + file) }
    }
}
