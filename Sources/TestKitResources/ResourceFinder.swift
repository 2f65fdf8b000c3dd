// SPDX-License-Identifier: MIT

import Foundation
import ModuleSection
import TestKit

/// Finds the data files of a bundle's suites, wherever the bundle was put.
///
/// A suite's module may keep them in a resource bundle, which SwiftPM calls `<package>_<module>.resources` and puts next to
/// the library; or they are next to the library themselves.
struct ResourceFinder: Sendable {
    /// The finder of this bundle, made when the bundle is entered, before a test can change the current directory.
    static let shared = ResourceFinder()

    /// The directory of the library that this code is linked into; nil if the loader does not know.
    private let directory: URL?

    /// Asks the loader where the library is.
    private init() { directory = Self.directory(of: #dsohandle) }

    /// The directory of the library that contains an address.
    private static func directory(of address: UnsafeRawPointer) -> URL? {
        testkit_image_path(address).map {
            URL(fileURLWithPath: String(cString: $0)).absoluteURL.deletingLastPathComponent()
        }
    }

    /// The directories in which a class's data files may lie, most likely first.
    func directories(for type: TestCase.Type) -> [URL] {
        // TestKit may be in another library than the class.
        let beside = Self.directory(of: unsafeBitCast(type, to: UnsafeRawPointer.self))
        guard let directory = beside ?? directory else { return [] }
        let module = _typeName(type, qualified: true).prefix { $0 != "." }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let bundles = names.filter { $0 == "\(module).resources" || $0.hasSuffix("_\(module).resources") }
        return bundles.sorted().map { directory.appending(path: $0, directoryHint: .isDirectory) } + [directory]
    }

    /// The first place where a file of a name is: in a directory itself, else in the folders of a resource bundle.
    ///
    /// - Returns: Nil if it is nowhere.
    func find(_ name: String, in directories: [URL]) -> URL? {
        let own = directories.lazy.map { $0.appending(path: name) }
        if let found = own.first(where: { FileManager.default.fileExists(atPath: $0.path) }) { return found }
        return directories.lazy.filter { $0.pathExtension == "resources" }.compactMap { find(name, below: $0) }.first
    }

    /// The nearest place of a file in the folders below a directory, by depth and then by name.
    ///
    /// Files in a `.testsuite` belong to that.
    private func find(_ name: String, below directory: URL) -> URL? {
        var folders = [directory]
        while !folders.isEmpty {
            let next = folders.flatMap { Self.folders(in: $0) }
            let found = next.lazy.map { $0.appending(path: name) }.first {
                FileManager.default.fileExists(atPath: $0.path)
            }
            if let found { return found }
            folders = next
        }
        return nil
    }

    /// The folders in a directory that are no examples themselves, by name; links are not followed.
    private static func folders(in directory: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.sorted().map { directory.appending(path: $0, directoryHint: .isDirectory) }.filter {
            let type = (try? FileManager.default.attributesOfItem(atPath: $0.path))?[.type] as? FileAttributeType
            return type == .typeDirectory && $0.pathExtension != "testsuite"
        }
    }

    /// Some directories in words.
    static func text(of directories: [URL]) -> String {
        var paths: [String] = []
        for path in directories.map(\.path) where !paths.contains(path) { paths.append(path) }
        return paths.joined(separator: ", ")
    }

    /// A resource, by path or by name.
    ///
    /// - Throws: ``ExampleError`` that says where it was looked for.
    func resource(_ name: String, for type: TestCase.Type, in bundle: Bundle?) throws -> URL {
        if name.hasPrefix("/") {
            let url = URL(fileURLWithPath: name)
            if FileManager.default.fileExists(atPath: name) { return url }
            throw ExampleError("there is no such file", at: ExampleOrigin(file: name))
        }
        let places = bundle.map { [$0.bundleURL, $0.resourceURL ?? $0.bundleURL] } ?? directories(for: type)
        if let found = find(name, in: places) { return found }
        throw ExampleError("the resource '\(name)' was not found; looked in \(Self.text(of: places))")
    }
}
