// SPDX-License-Identifier: MIT

import Foundation

/// A directory of its own for a test, gone with the last reference to it.
final class TemporaryDirectory: Sendable {
    /// Where it is.
    let path: String

    /// Makes an empty one; what is written to one that cannot be made fails.
    init() {
        let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(component: "end-to-end-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in it.
    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a file.
    ///
    /// Returns its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// Writes a file.
    ///
    /// Returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

    /// Makes a directory in it.
    ///
    /// Returns its path.
    @discardableResult
    func makeDirectory(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
        return file(name)
    }

    /// Whether something is there.
    func contains(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }
}
