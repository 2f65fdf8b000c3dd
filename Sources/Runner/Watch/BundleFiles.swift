import Glibc

/// The files that may be bundles, in some places at some moment, and the directories that they are in.
struct BundleFiles {
    /// What tells one file from another that has its path.
    struct Stamp: Equatable {
        /// Device, inode, size, seconds and nanoseconds of the last change.
        private let numbers: [Int]

        /// The stamp of what is there.
        init(_ information: stat) {
            numbers = [
                Int(truncatingIfNeeded: information.st_dev), Int(truncatingIfNeeded: information.st_ino),
                Int(information.st_size), information.st_mtim.tv_sec, information.st_mtim.tv_nsec,
            ]
        }
    }

    /// The directories in which bundles are looked for.
    private(set) var directories: Set<String> = []
    /// The files, by their paths as `Discovery` has them.
    private(set) var stamps: [String: Stamp] = [:]
    /// The files that links among them lead to, by their only names, with those links.
    private(set) var targets: [String: Set<String>] = [:]

    /// Looks at bundles and at directories' `*.so` files, as `Discovery` does; what is not there is passed over.
    init(paths: [String], recursive: Bool) {
        for path in paths {
            var information = stat()
            guard stat(path, &information) == 0 else { continue }
            if information.st_mode & S_IFMT == S_IFDIR {
                look(in: path, recursive: recursive)
            } else {
                add(Self.full(path), information)
            }
        }
    }

    /// Adds a file, and where it leads to.
    private mutating func add(_ path: String, _ information: stat) {
        stamps[path] = Stamp(information)
        guard Self.isLink(path), let target = Self.resolved(path) else { return }
        targets[target, default: []].insert(path)
    }

    /// Keeps what links led to that lead nowhere now: it may be made again.
    mutating func keepTargets(of earlier: BundleFiles) {
        for (target, links) in earlier.targets {
            for link in links where stamps[link] == nil && Self.isLink(link) {
                targets[target, default: []].insert(link)
            }
        }
    }

    /// Whether a path is a symbolic link.
    private static func isLink(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFLNK
    }

    /// A path without links; nil where nothing is there.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Looks at a directory's files; hidden ones do not count.
    private mutating func look(in directory: String, recursive: Bool) {
        guard directories.insert(directory).inserted, let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        let prefix = directory.hasSuffix("/") ? directory : directory + "/"
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let path = prefix + String(decoding: bytes, as: UTF8.self)
            var information = stat()
            guard bytes.first != UInt8(ascii: "."), stat(path, &information) == 0 else { continue }
            if information.st_mode & S_IFMT == S_IFDIR {
                if recursive { look(in: path, recursive: true) }
            } else if path.hasSuffix(".so") {
                add(path, information)
            }
        }
    }

    /// A path with its directory before it, as `Discovery` has it, and nothing behind it.
    static func full(_ path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        return trimmed.contains("/") ? trimmed : "./" + trimmed
    }

    /// The directory that a path lies in.
    static func parent(of path: String) -> String {
        let path = full(path)
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
