// SPDX-License-Identifier: MIT

import Glibc

extension stat {
    /// Looks at the file at a path, through all links; nil where `errno` says why not.
    public init?(path: String) {
        self.init()
        guard look(path, &self) == 0 else { return nil }
    }

    /// Returns the status of a path, of a link itself; nil if that fails, with the reason in `errno`.
    public init?(link path: String) {
        self.init()
        guard lstat(path, &self) == 0 else { return nil }
    }

    /// Looks at what is open; nil where `errno` says why not.
    public init?(descriptor: Int32) {
        self.init()
        guard fstat(descriptor, &self) == 0 else { return nil }
    }

    /// Which kind of file it is: `S_IFREG`, for instance.
    public var kind: mode_t { st_mode & S_IFMT }
}

/// The function stat(2), whose name means its type in an extension of that.
private func look(_ path: String, _ information: inout stat) -> Int32 { stat(path, &information) }
