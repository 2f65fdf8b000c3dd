// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// Looks for libraries where the system's loader would (ld.so(8)).
public struct LibrarySearch {
    /// A library that was found.
    public struct Found: Equatable {
        /// Where it is.
        public let path: String
        /// By what the loader comes upon it.
        public let by: String
    }

    /// The directories of `LD_LIBRARY_PATH`.
    private let environment: [String]
    /// The loader's cache: paths by name.
    private let cache: [String: [String]]

    /// The directories in which the loader looks last; a system has some of them.
    private static let defaults = [
        "/lib64", "/usr/lib64", "/lib", "/usr/lib", "/lib/\(machine)-linux-gnu", "/usr/lib/\(machine)-linux-gnu",
    ]

    /// The system's directories, also with links resolved: `/lib` is often a link.
    private static let system = Set(defaults + defaults.compactMap(FilePath.real))

    /// Whether a library is in a directory of the system.
    public static func isOfSystem(_ path: String) -> Bool { system.contains(FilePath.directory(of: path)) }

    /// The machine's name in directories.
    private static var machine: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "aarch64"
        #else
        #error("what is this processor called in directories?")
        #endif
    }

    /// Prepares a search as this process's environment has it; without the loader's cache, which takes a while to read, it
    /// finds nothing by that.
    public init(usesCache: Bool = true) {
        environment = RunPath.ofEnvironment
        cache = usesCache ? Self.readCache("/etc/ld.so.cache") : [:]
    }

    /// Where a library is that another one needs; nil if it is nowhere.
    public func find(_ name: String, for image: ELFImage, at path: String) -> Found? {
        if name.contains("/") { return Self.fits(name) ? Found(path: name, by: "by its path") : nil }
        // The loader takes what the process has, wherever others may be.
        if let path = worker_loaded_image(name) {
            return Found(path: String(cString: path), by: "the runner has it")
        }
        for (directory, by) in directories(of: image, at: path) {
            if Self.fits(directory + "/" + name) { return Found(path: directory + "/" + name, by: by) }
        }
        if let cached = cache[name]?.first(where: Self.fits) { return Found(path: cached, by: "the loader's cache") }
        for directory in Self.defaults where Self.fits(directory + "/" + name) {
            return Found(path: directory + "/" + name, by: "a system directory")
        }
        return nil
    }

    /// Where a library is by a run path or `LD_LIBRARY_PATH`; nil if it is in no such place.
    func findByPath(_ name: String, for image: ELFImage, at path: String) -> String? {
        if name.contains("/") { return Self.fits(name) ? name : nil }
        return directories(of: image, at: path).lazy.map { $0.path + "/" + name }.first(where: Self.fits)
    }

    /// The directories in which the loader looks first, for what a library needs, and why there.
    public func directories(of image: ELFImage, at path: String) -> [(path: String, by: String)] {
        let origin = FilePath.directory(ofFile: path)
        let own = image.runPath.directories(origin: origin).map { ($0, "the run path") }
        return image.runPath.ordered(own, environment: environment.map { ($0, "LD_LIBRARY_PATH") })
    }

    /// Whether the loader would take a file: one for this machine; it passes over others.
    private static func fits(_ path: String) -> Bool {
        guard access(path, F_OK) == 0, let bytes = try? FileBytes(path: path) else { return false }
        return (try? ELFImage.checkHeader(bytes)) != nil
    }

    /// The loader's cache (glibc's `ldconfig`, format 1.1); empty where there is none, as with other C libraries.
    private static func readCache(_ path: String) -> [String: [String]] {
        guard let bytes = try? FileBytes(path: path), let magic = try? bytes.prefix(20),
            magic == Array("glibc-ld.so.cache1.1".utf8), let count = try? bytes.number(at: 20, UInt32.self)
        else { return [:] }
        let texts = ELFImage.StringTable(bytes: bytes, start: 0, size: bytes.size)
        var result: [String: [String]] = [:]
        for index in 0..<UInt64(count) {
            guard let key = try? bytes.number(at: 48 &+ index &* 24 &+ 4, UInt32.self),
                let value = try? bytes.number(at: 48 &+ index &* 24 &+ 8, UInt32.self),
                let name = try? texts.string(at: UInt64(key)), let file = try? texts.string(at: UInt64(value))
            else { return result }
            result[name, default: []].append(file)
        }
        return result
    }
}
