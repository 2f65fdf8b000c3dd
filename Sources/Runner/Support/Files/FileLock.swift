// SPDX-License-Identifier: MIT

import Glibc

/// Locks on open files and directories, among processes of this runner; closing the descriptor releases one.
public enum FileLock {
    /// The longest time that `take` waits for another process, in milliseconds.
    private static let patience = 500

    /// Takes a lock for this process alone, and waits while another one has it.
    public static func wait(for descriptor: Int32) {
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }

    /// Takes a lock, alone or with other readers (`LOCK_SH`); false where another process does not let go of it within half a second,
    /// or the file system cannot.
    public static func take(_ descriptor: Int32, _ kind: Int32 = LOCK_EX) -> Bool {
        for _ in 0..<patience {
            if flock(descriptor, kind | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            usleep(1000)
        }
        return false
    }
}
