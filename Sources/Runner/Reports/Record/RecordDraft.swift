// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The draft of a file in the directory for the record of runs, which takes the place of that file once it is written.
///
/// Others may read the file at any time: they see all of the old one or all of the new one. Nothing is synced.
struct RecordDraft {
    /// The path of the draft: under the lock, that of the file before the last one, since to make a file takes as long as all the
    /// rest; without it, one that no other process writes to.
    let path: String
    /// The path of the file whose place it takes.
    private let target: String
    /// Whether this process has the lock on the directory.
    private let isLocked: Bool

    /// Names the draft of a file; nothing is opened.
    init(of target: String, isLocked: Bool) {
        path = isLocked ? "\(target).old" : "\(target).\(getpid()).tmp"
        (self.target, self.isLocked) = (target, isLocked)
    }

    /// Puts the draft in the file's place, at one stroke; where that fails, removes the draft and returns the system's error.
    ///
    /// The two change places: to replace a file by `rename` takes several times as much on ext4, which then hurries the new
    /// one to the disk. Where they cannot, because there is no file yet or the file system does not know how, it is
    /// replaced after all. Under the lock, the earlier file stays as the next draft; without it, that is removed.
    func replaceTarget() -> Int32? {
        if worker_exchange(path, target) == 0 {
            if !isLocked { unlink(path) }
            return nil
        }
        if rename(path, target) == 0 { return nil }
        let code = errno
        unlink(path)
        return code
    }
}
