// SPDX-License-Identifier: MIT

import Glibc

/// The identity of a library file: the linker's build identifier, or else its place.
struct LibraryIdentity: Equatable {
    /// The build identifier; nil without one.
    private let build: String?
    /// The file; nil if it cannot be looked at.
    private let file: FileIdentity?

    /// The identity of a file.
    init(path: String) {
        var information = stat()
        file = stat(path, &information) == 0 ? FileIdentity(information) : nil
        build = try? ELFTables(path: path).buildID
    }

    /// Whether two are the same.
    static func == (one: LibraryIdentity, other: LibraryIdentity) -> Bool {
        if let file = one.file, file == other.file { return true }
        return one.build != nil && one.build == other.build
    }
}
