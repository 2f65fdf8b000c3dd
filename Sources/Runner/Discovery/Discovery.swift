import BundleABI
import Glibc

/// Which files are bundles.
///
/// Nothing is loaded to find out: other libraries' constructors must not run.
struct Discovery {
    /// A path on the command line that leads nowhere.
    struct NoSuchPath: Error, Equatable, CustomStringConvertible {
        /// As it was written.
        let path: String
        /// The system's reason.
        let reason: String

        /// What to tell the user.
        var description: String { "cannot look for bundles in '\(path)': \(reason)" }
    }

    /// The bundles, sorted by name, then by path.
    private(set) var bundles: [BundleFile] = []
    /// Files that should be bundles and cannot be.
    private(set) var faults: [BundleFault] = []
    /// Libraries that are no bundles.
    private(set) var passedOver: [PassedOver] = []
    /// The files that were seen, by device and inode.
    private var seen: Set<[UInt64]> = []
    /// The paths of the bundles.
    private var paths: [String] = []

    /// Looks at bundles and at directories' `*.so` files; at those of directories in them, too, if `recursive`.
    static func run(paths: [String], recursive: Bool) throws(NoSuchPath) -> Discovery {
        var discovery = Discovery()
        for path in paths {
            var information = stat()
            guard stat(path, &information) == 0 else { throw NoSuchPath(path: path, reason: SystemFault.reason(errno)) }
            if information.st_mode & S_IFMT == S_IFDIR {
                try discovery.look(in: path, recursive: recursive, information)
            } else {
                // Without a slash, the system's loader would look in its own directories.
                discovery.look(at: path.contains("/") ? path : "./" + path, isNamed: true)
            }
        }
        discovery.bundles = Self.named(discovery.paths)
        discovery.faults.sort { $0.path < $1.path }
        discovery.passedOver.sort { $0.path < $1.path }
        return discovery
    }

    /// Looks at a directory's files.
    ///
    /// One that cannot be read is an error: what is in it would silently not run.
    private mutating func look(in directory: String, recursive: Bool, _ information: stat) throws(NoSuchPath) {
        // A link that leads back up would never end.
        guard seen.insert([UInt64(information.st_dev), UInt64(information.st_ino)]).inserted else { return }
        guard let stream = opendir(directory) else {
            throw NoSuchPath(path: directory, reason: SystemFault.reason(errno))
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        let prefix = directory.hasSuffix("/") ? directory : directory + "/"
        for name in names.sorted() {
            let path = prefix + name
            var information = stat()
            let isThere = stat(path, &information) == 0
            if isThere, information.st_mode & S_IFMT == S_IFDIR {
                if recursive { try look(in: path, recursive: true, information) }
            } else if name.hasSuffix(".so") {
                look(at: path, isNamed: false)
            }
        }
    }

    /// Looks at a file.
    ///
    /// One that was named must be a bundle; one that was found may be another library.
    private mutating func look(at path: String, isNamed: Bool) {
        var information = stat()
        guard stat(path, &information) == 0 else {
            return faults.append(BundleFault(path: path, "cannot be read: \(SystemFault.reason(errno))"))
        }
        guard seen.insert([UInt64(information.st_dev), UInt64(information.st_ino)]).inserted else {
            return passedOver.append(PassedOver(path: path, reason: "the same file by another name"))
        }
        do throws(ELFFault) {
            if try ELFImage.inspect(path: path, entry: TESTKIT_ENTRY_SYMBOL).exportsEntry { return paths.append(path) }
            let reason = "it exports no \(TESTKIT_ENTRY_SYMBOL)"
            if isNamed {
                faults.append(BundleFault(path: path, "not a bundle: \(reason)"))
            } else {
                passedOver.append(PassedOver(path: path, reason: reason))
            }
        } catch {
            faults.append(BundleFault(path: path, error.description))
        }
    }

    /// Gives each bundle a name of its own.
    ///
    /// Where files in several directories have one name, as many directories as it takes go before it: `teamA:Suites`.
    static func named(_ paths: [String]) -> [BundleFile] {
        var groups: [String: [String]] = [:]
        for path in paths { groups[BundleFile.baseName(of: path), default: []].append(path) }
        var files: [BundleFile] = []
        for (name, members) in groups {
            guard members.count > 1 else {
                files += members.map { BundleFile(path: $0, name: name) }
                continue
            }
            files += qualified(members, name)
        }
        return files.sorted { ($0.name, $0.path) < ($1.name, $1.path) }
    }

    /// Tells files of one name apart by their directories; `libA.so` and `A.so` in one directory by the whole file name.
    private static func qualified(_ paths: [String], _ name: String) -> [BundleFile] {
        var parts = paths.map { $0.split(separator: "/", omittingEmptySubsequences: false).map(String.init) }
        let hasTwins = Set(parts.map { $0.dropLast() }).count < paths.count
        if !hasTwins { for index in parts.indices { parts[index][parts[index].count - 1] = name } }
        let longest = parts.map(\.count).max() ?? 0
        var depth = hasTwins ? 1 : 2
        while Set(parts.map { $0.suffix(depth) }).count < paths.count, depth < longest { depth += 1 }
        return zip(paths, parts).map { BundleFile(path: $0, name: $1.suffix(depth).joined(separator: ":")) }
    }
}
