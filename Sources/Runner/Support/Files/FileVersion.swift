// SPDX-License-Identifier: MIT

import Glibc

/// Which file it is, and which state of it: another one once something was written to it, or it has another name.
public struct FileVersion: Equatable {
    /// The file.
    private let identity: FileIdentity
    /// Its size, in bytes.
    private let size: Int
    /// When it was written, and when the system noted anything else of it, in nanoseconds of the wall clock.
    private let written, changed: Int

    /// The version of what was looked at.
    init(_ information: stat) {
        func time(_ moment: timespec) -> Int { moment.tv_sec &* 1_000_000_000 &+ moment.tv_nsec }
        identity = FileIdentity(information)
        size = Int(information.st_size)
        (written, changed) = (time(information.st_mtim), time(information.st_ctim))
    }
}
