// SPDX-License-Identifier: MIT

import Foundation

/// A directory of its own for a test, gone with the last reference to it.
final class TemporaryDirectory: Sendable {
    /// Where it is.
    let url: URL

    /// Makes an empty one.
    init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(component: "registrar-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file, and the directories around it.
    ///
    /// Returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// The text of a file.
    func read(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }

    /// The path of a file.
    func path(_ name: String) -> String { url.appending(path: name).path }
}
