// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// An open file descriptor with one owner, at whose end it is closed.
public struct FileDescriptor: ~Copyable {
    /// The number, which is valid as long as this value exists.
    public let number: Int32

    /// Takes over a descriptor; nil for the -1 of a call that failed.
    public init?(owning number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
        worker_note_descriptor(number, 1)
    }

    deinit { Self.close(number) }

    /// Closes a descriptor that is this program's own no longer.
    private static func close(_ number: Int32) {
        worker_note_descriptor(number, 0)
        Glibc.close(number)
    }

    /// Closes it here.
    ///
    /// A value that nothing uses any more may end earlier, though a program that is being started still needs its number: the optimizer
    /// knows nothing of that.
    public consuming func close() {
        let number = number
        discard self
        Self.close(number)
    }
}

extension Optional where Wrapped == FileDescriptor {
    /// The number; nil if there is no descriptor.
    public var number: Int32? {
        switch self {
        case .some(let descriptor): return descriptor.number
        case .none: return nil
        }
    }
}
