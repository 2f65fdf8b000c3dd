// SPDX-License-Identifier: MIT

/// A file or a directory of a tar archive; other kinds are refused.
struct TarEntry: Equatable {
    /// The path, as it is in the archive.
    var path: String
    /// Whether it is a directory.
    var isDirectory = false
    /// The size of the file, in bytes.
    var size: UInt64 = 0
    /// Whether it may be executed.
    var isExecutable = false

    /// The most bytes of a path.
    static let pathLimit = 4095
    /// The most bytes of a name in a path.
    static let nameLimit = 255
    /// The size of a block, in bytes.
    static let blockSize = 512
    /// The most bytes of a file that a file system can store.
    static let sizeLimit = UInt64(Int64.max) - UInt64(blockSize)

    /// The number of bytes that fill the last block after some bytes.
    static func padding(after size: UInt64) -> Int {
        let rest = Int(size % UInt64(blockSize))
        return rest == 0 ? 0 : blockSize - rest
    }

    /// The names of a path's directories and its own; nil if it could lead out of the directory that it is put in.
    static func components(of path: String) -> [String]? {
        var rest = path[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        if rest.isEmpty || rest.utf8.count > pathLimit { return nil }
        let names = rest.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for name in names {
            if name.isEmpty || name.count > nameLimit || name.contains(0) { return nil }
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return nil }
        }
        return names.map { String(Substring($0)) }
    }
}
