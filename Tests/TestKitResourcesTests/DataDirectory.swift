// SPDX-License-Identifier: MIT

import Foundation

/// A directory with data files, gone with the last reference to it.
final class DataDirectory: Sendable {
    /// Where it is.
    let url: URL

    /// Makes a directory with some files: their bytes by path.
    ///
    /// A path that ends in a slash is an empty folder.
    init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(
            path: "data-\(UUID().uuidString)")
        for (path, text) in files { try write(Data(text.utf8), to: path) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and the folders that it is in.
    func write(_ data: Data, to path: String) throws {
        let file = url.appending(path: path)
        let folder = path.hasSuffix("/") ? file : file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if !path.hasSuffix("/") { try data.write(to: file) }
    }

    /// The text of a property list whose outermost value is given as XML.
    static func propertyList(_ value: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(value)\n</plist>\n"
    }

    /// An XML dictionary of dictionaries without values.
    static func items(_ names: String...) -> String {
        "<dict>" + names.map { "<key>\($0)</key><dict/>" }.joined() + "</dict>"
    }
}
