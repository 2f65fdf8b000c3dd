// SPDX-License-Identifier: MIT

import Glibc

/// The identity of a file, whatever the paths to it.
public struct FileIdentity: Hashable, Sendable, BitwiseCopyable {
    /// The device that it is on.
    private let device: UInt64
    /// Its number there.
    private let inode: UInt64

    /// The identity of what was looked at.
    public init(_ information: stat) {
        device = UInt64(information.st_dev)
        inode = UInt64(information.st_ino)
    }
}
