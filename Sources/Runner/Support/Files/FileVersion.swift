// SPDX-License-Identifier: MIT

import Glibc

/// Which file it is, and which state of it: another one once something was written to it, or it has another name.
public struct FileVersion: Equatable, Sendable, BitwiseCopyable {
    /// The file.
    private let identity: FileIdentity
    /// Its size, in bytes.
    public let size: Int
    /// When it was written, in nanoseconds since 1970.
    ///
    /// A file may have any time: an earlier one counts as 1970, and one after 2554 wraps around.
    public let written: UInt64
    /// When the system noted anything else of it, in such nanoseconds.
    private let changed: UInt64

    /// The version of what was looked at.
    public init(_ information: stat) {
        func time(_ moment: timespec) -> UInt64 {
            UInt64(clamping: moment.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: moment.tv_nsec)
        }
        identity = FileIdentity(information)
        size = Int(information.st_size)
        (written, changed) = (time(information.st_mtim), time(information.st_ctim))
    }

    /// Looks at the file at a path, through all links; nil if there is none, or the system does not say.
    public init?(path: String) {
        guard let information = stat(path: path) else { return nil }
        self.init(information)
    }
}
