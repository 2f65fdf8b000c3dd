// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The directory of the user's cache in which the adapter for a toolchain is kept.
struct AdapterCache {
    /// Where the library is, or is to be.
    let directory: String
    /// The directory around it.
    private let parent: String

    /// Finds a place that can be written to; nil if there is none.
    init?(key: String) {
        func variable(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let places = [variable("XDG_CACHE_HOME"), variable("HOME").map { $0 + "/.cache" }].compactMap(\.self)
        let temporary = FilePath.absolute(FilePath.temporary) + "/testkit-\(geteuid())"
        let parent = (places + [temporary]).lazy.map { $0 + "/testkit/adapters" }.first {
            Self.isUsable($0, owned: $0.hasPrefix(temporary + "/") ? 3 : 2)
        }
        guard let parent else { return nil }
        self.parent = parent
        directory = parent + "/" + key
    }

    /// Whether a directory is there, or can be made, and the last parts of its path are the user's alone to write to: code is loaded
    /// from it.
    private static func isUsable(_ path: String, owned count: Int) -> Bool {
        guard FilePath.makeDirectory(path, mode: 0o700), access(path, W_OK) == 0 else { return false }
        return sequence(first: path, next: FilePath.directory(of:)).prefix(count).allSatisfy { path in
            guard let information = stat(link: path) else { return false }
            return information.kind == S_IFDIR && information.st_uid == geteuid() && information.st_mode & 0o022 == 0
        }
    }

    /// Waits until no other runner makes an adapter; returns a descriptor to close, or -1.
    ///
    /// - Parameter inform: Is called where another one does.
    func lock(_ inform: () -> Void) -> Int32 {
        let descriptor = open(parent + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            inform()
            FileLock.wait(for: descriptor)
        }
        return descriptor
    }

    /// Removes what runners left that were ended while they made an adapter; only for the process that has the lock.
    func removeDrafts() { FileDraft.removeAbandoned(in: parent) }
}
