// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The identity of a library file: its place, or else what is in it.
///
/// A build identifier alone is not enough: it may be fixed, and tools that change a file keep it.
struct LibraryIdentity: Equatable {
    /// The build identifier; nil without one.
    private let build: String?
    /// Where the file is.
    private let path: String

    /// The identity of a file.
    init(path: String) {
        self.path = path
        build = try? ELFTables(path: path).buildID
    }

    /// Whether two are the same.
    static func == (one: LibraryIdentity, other: LibraryIdentity) -> Bool {
        if FileStamp.areOne(one.path, other.path) { return true }
        return one.build != nil && one.build == other.build && hasSameBytes(one.path, other.path)
    }

    /// Whether two files have the same bytes; false if one cannot be read.
    private static func hasSameBytes(_ one: String, _ other: String) -> Bool {
        guard let one = try? FileBytes(path: one), let other = try? FileBytes(path: other), one.size == other.size
        else {
            return false
        }
        let step: UInt64 = 1 << 20
        for start in stride(from: 0, to: one.size, by: Int(step)) {
            let count = min(step, UInt64(one.size - start))
            guard let bytes = one.piece(at: UInt64(start), count: count),
                bytes == other.piece(at: UInt64(start), count: count)
            else { return false }
        }
        return true
    }
}
