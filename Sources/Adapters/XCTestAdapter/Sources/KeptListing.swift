// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// The listing of an executable by one process, in a file in memory that the host hands to each process that opens the executable.
///
/// The first byte says that a process has begun to list the tests itself. The listing after it counts once the file is sealed, so no
/// test can change it.
struct KeptListing {
    /// The file; -1 for none.
    private let file: Int32

    /// Uses a file.
    init(_ file: Int32) { self.file = file }

    /// The listing of another process; nil if there is none.
    var message: ListingMessage? {
        var information = stat()
        guard adapter_is_sealed(file) != 0, fstat(file, &information) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(information.st_size))
        guard pread(file, &bytes, bytes.count, 0) == bytes.count else { return nil }
        return ListingMessage(Array(bytes.dropFirst()))
    }

    /// Notes that this process lists the tests by itself; false if it had better not, since another one has begun and never kept anything.
    func begin() -> Bool {
        var information = stat()
        return fstat(file, &information) == 0 && information.st_size == 0 && pwrite(file, [1], 1, 0) == 1
    }

    /// Keeps a listing.
    func keep(_ message: ListingMessage) {
        let bytes = [1] + message.bytes
        guard file >= 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else { return }
        adapter_seal(file)
    }
}
