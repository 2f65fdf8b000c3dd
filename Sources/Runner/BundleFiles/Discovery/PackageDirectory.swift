// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// A directory that is the root of a Swift package: its bundles are where SwiftPM builds them, in a hidden directory.
public struct PackageDirectory {
    /// The configurations, in the order in which their products are looked for: as the native build system names their directories,
    /// and how Swift Build begins the names of its.
    private static let configurations = [(native: "debug", swiftBuild: "Debug-linux"), ("release", "Release-linux")]

    /// The paths of a command line, with the directories that packages among them are built in.
    public let paths: [String]
    /// Says which packages were found, and which are not built.
    public let remarks: [String]

    /// Looks at the paths of a command line.
    public init(_ paths: [String]) {
        var (all, remarks): ([String], [String]) = ([], [])
        for path in paths {
            all.append(path)
            let prefix = path.hasSuffix("/") ? path : path + "/"
            guard Self.isRoot(path) else { continue }
            guard let built = Self.products(in: prefix + ".build") else {
                let advice = "'swift build' puts its bundles into .build/debug"
                remarks.append("'\(path)' is a package that is not built: \(advice)")
                continue
            }
            if paths.contains(where: { $0 == built || $0 == built + "/" }) { continue }
            all.append(built)
            remarks.append("'\(path)' is a package: looking also in '\(built)'")
        }
        (self.paths, self.remarks) = (all, remarks)
    }

    /// Whether a directory is the root of a package.
    public static func isRoot(_ directory: String) -> Bool { access("\(directory)/Package.swift", F_OK) == 0 }

    /// The version of SwiftPM's language that a manifest is written in.
    public struct ToolsVersion: Comparable, Sendable {
        /// The first number and the second one.
        let major, minor: Int

        /// A version by its numbers.
        public init(major: Int, minor: Int) { (self.major, self.minor) = (major, minor) }

        /// Whether one is older.
        public static func < (one: Self, other: Self) -> Bool {
            (one.major, one.minor) < (other.major, other.minor)
        }
    }

    /// The version that the manifest of a package states in its first line: `// swift-tools-version: 6.4`; nil if it states none.
    public static func toolsVersion(of root: String) -> ToolsVersion? {
        guard let file = try? FileBytes(path: "\(root)/Package.swift"), let start = try? file.prefix(200) else {
            return nil
        }
        let line = String(decoding: start, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
        guard let name = line.firstRange(of: "swift-tools-version"), line.hasPrefix("//") else { return nil }
        let numbers = line[name.upperBound...].drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
            .split(separator: ".").map { Int($0) }
        guard let major = numbers.first ?? nil else { return nil }
        return ToolsVersion(major: major, minor: numbers.count > 1 ? numbers[1] ?? 0 : 0)
    }

    /// The root of the package that a directory is in; nil if it is in none, or is the root.
    public static func root(above directory: String) -> String? {
        guard var path = FilePath.real(directory) else { return nil }
        while path != "/" {
            path = FilePath.directory(of: path)
            if isRoot(path) { return path }
        }
        return nil
    }

    /// The root of the package that SwiftPM puts the products of a directory into: as it is written if possible, else without links.
    public static func root(ofProducts directory: String) -> String? {
        func root(_ path: String) -> String? {
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard let build = parts.lastIndex(of: ".build") else { return nil }
            let root = build == 0 ? "." : parts[..<build].joined(separator: "/")
            return isRoot(root) ? root : nil
        }
        return root(directory) ?? FilePath.real(directory).flatMap(root)
    }

    /// The directory of the products in a build directory; nil where nothing is built.
    private static func products(in build: String) -> String? {
        for (native, swiftBuild) in configurations {
            let path = "\(build)/\(native)"
            if access(path, F_OK) == 0 { return path }
            let directory = "\(build)/out/Products"
            let names = FilePath.names(in: directory).filter { $0.hasPrefix(swiftBuild) }
            if let name = names.min() { return "\(directory)/\(name)" }
        }
        return nil
    }
}
