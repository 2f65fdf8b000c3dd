// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Rule 16.
extension Example {
    /// The examples of a directory.
    ///
    /// A folder with the extension `.testsuite` is a sub-suite, named without it. Any other folder is one example: its
    /// files are the values, by name without extension, text where they decode as UTF-8, else the file's `URL`. A
    /// `testdata.plist` adds to an example's values, and to a suite's examples and sub-suites. Other loose files in a
    /// suite, and hidden ones anywhere, are ignored. The order is that of the names.
    ///
    /// - Throws: ``ExampleError`` with file and position if a part is malformed, there is no example, or a name is there twice.
    public static func directory(at url: URL) throws -> [Example] {
        try ExampleTree.some(DirectoryReader.suite(url, path: "").examples, at: ExampleOrigin(file: url.path))
    }
}

/// Reads `.testsuite` directories.
private enum DirectoryReader {
    /// The file that adds to what a directory has.
    private static let dataName = "testdata.plist"
    /// The extension of a suite.
    private static let suiteExtension = "testsuite"

    /// A suite with its sub-suites.
    static func suite(_ url: URL, path: String) throws -> ExampleTree.Suite {
        var suite = ExampleTree.Suite()
        for entry in try contents(of: url) {
            if entry.isFolder, entry.url.pathExtension == suiteExtension {
                let name = entry.url.deletingPathExtension().lastPathComponent
                let examples = try Self.suite(entry.url, path: "\(path)\(name)/").examples
                if examples.isEmpty {
                    throw ExampleError("the suite '\(path)\(name)' has no examples", at: place(entry.url))
                }
                suite.suiteNames.insert(name)
                suite.examples += examples
            } else if entry.isFolder {
                let name = entry.url.lastPathComponent
                suite.exampleNames.insert(name)
                suite.examples.append(Example(path + name, try values(of: entry.url), origin: place(entry.url)))
            }
        }
        return try merge(suite, with: url.appending(path: dataName), path: path)
    }

    /// Adds the examples and sub-suites of a suite's property list, if it has one.
    private static func merge(_ suite: ExampleTree.Suite, with url: URL, path: String) throws -> ExampleTree.Suite {
        guard FileManager.default.fileExists(atPath: url.path) else { return suite }
        let file = try DataFile(url)
        let more = try ExampleTree.suite(PropertyListFile(file).root, at: file.origin, path: path)
        if let name = suite.exampleNames.intersection(more.exampleNames).min() {
            throw ExampleError(
                "two examples are named '\(path)\(name)': here and the folder '\(name)'",
                at: file.origin
            )
        }
        if let name = suite.suiteNames.intersection(more.suiteNames).min() {
            let folder = "\(name).\(suiteExtension)"
            throw ExampleError(
                "two suites are named '\(path)\(name)': here and the folder '\(folder)'",
                at: file.origin
            )
        }
        var merged = suite
        merged.examples += more.examples
        return merged
    }

    /// The values of an example's folder.
    private static func values(of url: URL) throws -> [String: any Sendable] {
        var values: [String: any Sendable] = [:]
        var files: [String: String] = [:]
        for entry in try contents(of: url) where entry.url.lastPathComponent != dataName {
            let key = entry.url.deletingPathExtension().lastPathComponent
            let name = entry.url.lastPathComponent
            if let earlier = files.updateValue(name, forKey: key) {
                throw ExampleError("two values are named '\(key)': '\(earlier)' and '\(name)'", at: place(url))
            }
            values[key] = try entry.isFolder ? entry.url : value(of: entry.url)
        }
        let data = url.appending(path: dataName)
        guard FileManager.default.fileExists(atPath: data.path) else { return values }
        let file = try DataFile(data)
        let more = try ExampleTree.dictionary(PropertyListFile(file).root, at: file.origin, "of values")
        for (key, value) in more.sorted(by: { $0.key < $1.key }) {
            if let other = files[key] {
                throw ExampleError("two values are named '\(key)': here and the file '\(other)'", at: file.origin)
            }
            values[key] = value
        }
        return values
    }

    /// A file as text, or where it is if it is none.
    private static func value(of url: URL) throws -> any Sendable {
        if let text = String(data: try DataFile(url).data, encoding: .utf8) { return text }
        return url
    }

    /// Returns the entries of a directory by name, without hidden ones.
    private static func contents(of url: URL) throws -> [(url: URL, isFolder: Bool)] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        } catch {
            throw ExampleError("is not a readable folder", at: place(url))
        }
        return names.filter { !$0.hasPrefix(".") }.sorted().map { name in
            let entry = url.appending(path: name)
            var isFolder = ObjCBool(false)
            _ = FileManager.default.fileExists(atPath: entry.path, isDirectory: &isFolder)
            return (entry, isFolder.boolValue)
        }
    }

    /// A file or folder as an example's place.
    private static func place(_ url: URL) -> ExampleOrigin { ExampleOrigin(file: url.path) }
}
