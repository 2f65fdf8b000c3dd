// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// Which files are bundles.
///
/// Nothing is loaded to find out: other libraries' constructors must not run.
///
/// Rule 27.
public struct Discovery {
    /// A path on the command line that leads nowhere.
    public struct NoSuchPath: Error, Equatable, CustomStringConvertible {
        /// As it was written.
        let path: String
        /// The system's reason.
        let reason: String

        /// The message for the user.
        public var description: String { "cannot look for bundles in '\(path)': \(reason)\(remedy)" }

        /// The remedy for a directory of SwiftPM's that is missing.
        private var remedy: String {
            let isOfPackage = path.split(separator: "/").contains(".build")
            if !isOfPackage || access(path, F_OK) == 0 { return "" }
            return "; swift build --build-tests makes it, and runner without a path builds the package and runs it"
        }
    }

    /// The bundles, sorted by name, then by path.
    public private(set) var bundles: [BundleFile] = []
    /// Files that should be bundles and cannot be.
    public private(set) var faults: [BundleFault] = []
    /// Libraries that are no bundles.
    public private(set) var passedOver: [PassedOver] = []
    /// Warnings about those of them that have tests.
    public private(set) var warnings: [BuildWarning] = []
    /// The files that were seen.
    private var seen = SeenFiles()
    /// The bundles' files.
    private var found: [Found] = []

    /// A bundle's file, which has no name yet.
    private struct Found {
        /// Where it is.
        let path: String
        /// It as the loader would see it; nil for a test executable.
        var image: ELFImage?
        /// The stamp that distinguishes the file from one that replaces it.
        var stamp: FileStamp?
        /// Whether it has Swift in it.
        var hasSwift = false
        /// Whether it may have debugging information.
        var hasLines = true

        /// The bundle of a name.
        func named(_ name: String) -> BundleFile {
            BundleFile(
                path: path, name: name, swiftNeed: image?.swiftNeed, isAdapted: image == nil, hasSwift: hasSwift,
                hasLines: hasLines, written: stamp?.version.written)
        }
    }

    /// Looks at bundles and at directories' `*.so` files and test executables; at those of directories in them as well, if
    /// `recursive`.
    ///
    /// Bundles whose paths are among `names` have those names.
    public static func run(
        paths: [String], recursive: Bool, names: [String: String] = [:]
    ) throws(NoSuchPath) -> Discovery {
        var discovery = Discovery()
        var directories: [String] = []
        // Files first: what was named must be a bundle, even where a directory that was also named would pass it over.
        for path in paths {
            guard let information = stat(path: path) else {
                throw NoSuchPath(path: path, reason: SystemFault.reason(errno))
            }
            if information.kind == S_IFDIR {
                directories.append(path)
            } else {
                // Without a slash, the system's loader would look in its own directories.
                discovery.look(at: path.contains("/") ? path : "./" + path, information, isNamed: true)
            }
        }
        for directory in directories { try discovery.look(in: directory, recursive: recursive) }
        discovery.found.sort { $0.path < $1.path }
        var named = Self.named(discovery.found.map(\.path)).map(Self.asInIdentities)
        if !names.isEmpty {
            named = named.map { (names[$0.path] ?? $0.name, $0.path) }.sorted { $0 < $1 }
        }
        discovery.bundles = named.compactMap { name, path in discovery.file(at: path)?.named(name) }
        discovery.faults.sort { $0.path < $1.path }
        discovery.passedOver.sort { $0.path < $1.path }
        return discovery
    }

    /// Which of the bundles must not meet in one process.
    public func libraryConflicts() -> LibraryConflicts {
        if bundles.count < 2 { return LibraryConflicts() }
        return LibraryConflicts(of: bundles.map { ($0.path, file(at: $0.path)?.image) })
    }

    /// The stamps of the bundles' files, taken when they were looked at.
    public var stamps: [FileStamp?] { bundles.map { file(at: $0.path)?.stamp } }

    /// The file that was found at a path, once all are sorted.
    private func file(at path: String) -> Found? {
        let place = found.partitionPoint { $0.path >= path }
        return place < found.count && found[place].path == path ? found[place] : nil
    }

    /// Looks at a directory's files.
    ///
    /// A directory that cannot be read is an error: its bundles would silently not run.
    private mutating func look(in directory: String, recursive: Bool) throws(NoSuchPath) {
        // A link that leads back up would never end.
        if let information = stat(path: directory), !seen.insert(FileIdentity(information)) { return }
        let entries = try entries(of: directory, recursive: recursive)
        let prefix = directory.hasSuffix("/") ? directory : directory + "/"
        for entry in entries {
            let (name, path) = (entry.name, prefix + entry.name)
            // The directory's entry is enough then: once opened, the file gives the rest.
            if entry.isFile, name.hasSuffix(".so") {
                look(atFoundLibrary: path)
                continue
            }
            let information = stat(path: path)
            if information?.kind == S_IFDIR {
                if recursive { try look(in: path, recursive: true) }
            } else if name.hasSuffix(".so") {
                look(at: path, information, isNamed: false)
            } else if let information, information.kind == S_IFREG {
                if information.st_mode & 0o111 != 0 || name.hasSuffix(".xctest") { lookForTests(in: path, information) }
            }
        }
    }

    /// Looks at a program, of which only test executables count.
    ///
    /// It may be anything else, and is no fault then, unless its name says that it contains tests.
    private mutating func lookForTests(in path: String, _ information: stat) {
        do throws(ELFFault) {
            guard try TestExecutable.isOne(path: path) else {
                if !path.hasSuffix(".xctest") { return }
                return faults.append(BundleFault(path: path, .notATestExecutable(main: WrittenMain.path(of: path))))
            }
            guard seen.insert(FileIdentity(information)) else {
                return passedOver.append(PassedOver(path: path, reason: "the same file by another name"))
            }
            adopt(path)
        } catch {
            if path.hasSuffix(".xctest") { faults.append(BundleFault(path: path, .file(error))) }
        }
    }

    /// Takes a test executable for a bundle.
    private mutating func adopt(_ path: String) { found.append(Found(path: path, stamp: FileStamp(path: path))) }

    /// The entries of a directory without hidden names, sorted by name; and whether each is a file, as far as the directory says so.
    ///
    /// A name that is not UTF-8 cannot be part of an identity, nor be opened by the rest of it: a fault, where it
    /// might have been a bundle.
    private mutating func entries(
        of directory: String, recursive: Bool
    ) throws(NoSuchPath) -> [(name: String, isFile: Bool)] {
        guard let stream = opendir(directory) else {
            throw NoSuchPath(path: directory, reason: SystemFault.reason(errno))
        }
        defer { closedir(stream) }
        var entries: [(name: String, isFile: Bool)] = []
        errno = 0
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if bytes.first == UInt8(ascii: ".") { continue }
            let name = String(decoding: bytes, as: UTF8.self)
            if name.utf8.elementsEqual(bytes) {
                entries.append((name, Int(entry.pointee.d_type) == DT_REG))
            } else if name.hasSuffix(".so") || recursive && Int(entry.pointee.d_type) == DT_DIR {
                let path = directory.hasSuffix("/") ? directory + name : directory + "/" + name
                faults.append(BundleFault(path: path, .unspeakableName))
            }
            errno = 0
        }
        // The rest of the directory would silently not run.
        guard errno == 0 else { throw NoSuchPath(path: directory, reason: SystemFault.reason(errno)) }
        return entries.sorted { $0.name < $1.name }
    }

    /// Looks at a file, of which the system has just said something; nil where that failed.
    ///
    /// A file that was named must be a bundle; one that was found may be another library.
    private mutating func look(at path: String, _ information: stat?, isNamed: Bool) {
        guard let information else {
            return faults.append(BundleFault(path: path, .unreachable(SystemFault.reason(errno))))
        }
        guard seen.insert(FileIdentity(information)) else {
            return passedOver.append(PassedOver(path: path, reason: "the same file by another name"))
        }
        do throws(ELFFault) { try look(into: FileBytes(path: path), path, isNamed: isNamed) } catch {
            faults.append(BundleFault(path: path, .file(error)))
        }
    }

    /// Looks at a library that was found.
    private mutating func look(atFoundLibrary path: String) {
        do throws(ELFFault) {
            let bytes = try FileBytes(path: path)
            guard seen.insert(FileIdentity(bytes.information)) else {
                return passedOver.append(PassedOver(path: path, reason: "the same file by another name"))
            }
            try look(into: bytes, path, isNamed: false)
        } catch {
            faults.append(BundleFault(path: path, .file(error)))
        }
    }

    /// Looks into a file that is met for the first time.
    private mutating func look(into bytes: FileBytes, _ path: String, isNamed: Bool) throws(ELFFault) {
        let image = try ELFImage(bytes: bytes, entry: TESTKIT_ENTRY_SYMBOL)
        if image.exportsEntry {
            let (stamp, sections) = (FileStamp(bytes), ObjectSections(bytes))
            return found.append(
                Found(
                    path: path, image: image, stamp: stamp, hasSwift: sections?.has("swift5_type_metadata") == true,
                    hasLines: sections?.has(ObjectSections.lines) == true))
        }
        if isNamed {
            if try TestExecutable.isOne(path: path) { return adopt(path) }
            let tests = UnregisteredTests.count(in: path, image)
            return faults.append(BundleFault(path: path, tests.map { .notRegistered($0) } ?? .notABundle))
        }
        passedOver.append(PassedOver(path: path, reason: "it exports no \(TESTKIT_ENTRY_SYMBOL)"))
        if let tests = UnregisteredTests.count(in: path, image), tests > 0 {
            let name = BundleFile.baseName(of: path)
            warnings.append(BuildWarning(unregistered: path, of: name, tests: tests))
        }
    }

    /// A bundle whose name can be in an identity.
    private static func asInIdentities(_ file: NamedPath) -> NamedPath {
        if file.name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x5B || $0 > 0x5D && $0 < 0x7F }) { return file }
        return (IdentityEscape.escaped(file.name, as: .bundle) ?? file.name, file.path)
    }

    /// A bundle's name, and where its file is.
    typealias NamedPath = (name: String, path: String)

    /// Gives each bundle a name of its own.
    ///
    /// Where files in several directories have one name, as many directories as it takes go before it: `teamA:Suites`.
    static func named(_ paths: [String]) -> [NamedPath] {
        // Nothing to distinguish it from, and a start that need not make the dictionaries.
        if paths.count == 1 { return [(BundleFile.baseName(of: paths[0]), paths[0])] }
        var groups: [String: [String]] = [:]
        for path in paths { groups[BundleFile.baseName(of: path), default: []].append(path) }
        var files: [NamedPath] = []
        for (name, members) in groups {
            files += members.count > 1 ? qualified(members, name) : members.map { (name, $0) }
        }
        // A file's own name may look like one that was made: then the paths distinguish them.
        var counts: [String: Int] = [:]
        for file in files { counts[file.name, default: 0] += 1 }
        return files.map { counts[$0.name] == 1 ? $0 : ($0.path, $0.path) }.sorted { $0 < $1 }
    }

    /// Distinguishes files of one name by their directories; `libA.so` and `A.so` in one directory by the whole file name.
    private static func qualified(_ paths: [String], _ name: String) -> [NamedPath] {
        var parts = paths.map { $0.split(separator: "/", omittingEmptySubsequences: false).map(String.init) }
        let hasTwins = Set(parts.map { $0.dropLast() }).count < paths.count
        if !hasTwins { for index in parts.indices { parts[index][parts[index].count - 1] = name } }
        let longest = parts.map(\.count).max() ?? 0
        var depth = hasTwins ? 1 : 2
        while Set(parts.map { $0.suffix(depth) }).count < paths.count, depth < longest { depth += 1 }
        return zip(paths, parts).map { ($1.suffix(depth).joined(separator: ":"), $0) }
    }
}
