// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A new file next to another, which takes that file's place once it is written: readers see all of the old one or all of the new one.
///
/// Its name is random and it is opened exclusively, so no other process has it, in whatever container. As long as it is open, it is
/// locked: a draft that is not locked was left by a process that was killed. Nothing is synced.
public struct FileDraft {
    /// The path of the draft.
    public let path: String
    /// The path of the file whose place it takes.
    private let target: String
    /// Whether this process has the lock on the directory.
    private let isLocked: Bool

    /// Names the draft of a file or directory; nothing is opened.
    ///
    /// - Parameter isLocked: Whether this process has the lock on the directory. Then the draft is the file before the last
    ///   one, since to make a file takes as long as all the rest.
    public init(of target: String, isLocked: Bool = false) {
        (self.target, self.isLocked) = (target, isLocked)
        path = isLocked ? "\(target).old" : "\(target).\(Self.randomName()).tmp"
    }

    /// Sixteen hexadecimal digits that are impossible to guess and that no other process has.
    public static func randomName() -> String { (SystemRandomNumberGenerator.seed() | 1 << 63).hexadecimal }

    /// Opens the draft for reading and writing; -1 where that fails.
    public func open() -> Int32 {
        // The file may be a pipe, whose reader never comes.
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | (isLocked ? 0 : O_EXCL)
        while true {
            let descriptor = Glibc.open(path, flags, 0o666)
            if descriptor < 0 { return -1 }
            if !isLocked { FileLock.wait(for: descriptor) }
            if let information = stat(descriptor: descriptor), information.kind == S_IFREG {
                // Another process may have removed it before it was locked.
                if information.st_nlink > 0 { return descriptor }
                close(descriptor)
            } else {
                close(descriptor)
                errno = EEXIST
                return -1
            }
        }
    }

    /// Puts the draft in the file's place, at one stroke; where that fails, removes the draft and returns the system's error.
    ///
    /// The two change places: to replace a file by `rename` takes several times as much on ext4, which then hurries the new
    /// one to the disk. Where they cannot, because there is no file yet or the file system does not know how, it is
    /// replaced after all. Under the lock, the earlier file stays as the next draft; without it, that is removed.
    public func replaceTarget() -> Int32? {
        if worker_exchange(path, target) == 0 {
            if !isLocked { unlink(path) }
            return nil
        }
        if rename(path, target) == 0 { return nil }
        let code = errno
        unlink(path)
        return code
    }

    /// Puts new bytes in the place of a file; returns why that failed, as an `errno`.
    public static func replace(_ path: String, by bytes: [UInt8], isLocked: Bool = false) -> Int32? {
        let draft = FileDraft(of: path, isLocked: isLocked)
        let descriptor = draft.open()
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        guard let code = bytes.withUnsafeBytes({ $0.writeAll(to: descriptor) }) else {
            // After the text: a file that is emptied before ext4 hurries to the disk when it is closed.
            return ftruncate(descriptor, off_t(bytes.count)) == 0 ? draft.replaceTarget() : errno
        }
        unlink(draft.path)
        return code
    }

    /// Removes the drafts of a file, or of all in a directory, that no process has open.
    public static func removeAbandoned(in directory: String, of name: String? = nil) {
        for draft in FilePath.names(in: directory) where draft.hasSuffix(".tmp") {
            let parts = draft.dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
            guard let last = parts.last, last.utf8.count == 16, UInt64(last, radix: 16) != nil, parts.count > 1,
                name == nil || draft.dropLast(21) == name ?? ""
            else { continue }
            let path = directory + "/" + draft
            let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
            if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 { FilePath.remove(path) }
            if descriptor >= 0 { close(descriptor) }
        }
    }
}
