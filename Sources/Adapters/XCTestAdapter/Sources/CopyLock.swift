// SPDX-License-Identifier: MIT

import Foundation

/// The lock by which processes say that they use the copy of a test executable, so that no runner of another build removes it.
///
/// The kernel gives it up when the last process ends that has it: forked children have it as well.
enum CopyLock {
    /// The lowest descriptor of a lock: above those that tests count.
    private static let lowestDescriptor: Int32 = 200

    /// Says that this process uses the file at a path until it ends; false if there is none.
    ///
    /// Other processes may put files of their own there meanwhile: then that file is the one.
    static func use(_ path: String) -> Bool {
        while true {
            let first = open(path, O_RDONLY | O_CLOEXEC)
            guard first >= 0 else { return false }
            let descriptor = fcntl(first, F_DUPFD_CLOEXEC, lowestDescriptor)
            let held = descriptor >= 0 ? descriptor : first
            if descriptor >= 0 { close(first) }
            // If the file system has no locks, no process can see the use, and none removes the copy.
            while flock(held, LOCK_SH) != 0, errno == EINTR {}
            // It may have been removed or replaced before the lock was taken.
            var (opened, present) = (stat(), stat())
            if fstat(held, &opened) == 0, stat(path, &present) == 0, opened.st_ino == present.st_ino { return true }
            close(held)
        }
    }

    /// Removes a file unless a process uses it.
    static func removeUnused(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
    }
}
