// SPDX-License-Identifier: MIT

import Glibc

extension UnsafeRawBufferPointer {
    /// Writes all of the bytes to a file, however often a signal interrupts that.
    ///
    /// - Returns: the `errno` of a failure, or nil.
    public func writeAll(to descriptor: Int32) -> Int32? {
        var rest = self[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = write(descriptor, part.baseAddress, LongWait.room(in: descriptor, for: part.count))
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 {
                return EIO
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
