// SPDX-License-Identifier: MIT

import Glibc

/// A file in memory, for what reads files by their paths.
final class FuzzFile {
    /// The open file.
    private let descriptor: Int32

    /// Makes a file of some bytes.
    init(_ bytes: [UInt8]) throws {
        var template = Array("/tmp/fuzz-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FuzzTarget.Finding(description: "failed to make a file") }
        unlink(template)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw FuzzTarget.Finding(description: "failed to write a file") }
            rest = rest.dropFirst(count)
        }
    }

    deinit { close(descriptor) }

    /// A path to it, as long as it lives.
    var path: String { "/proc/self/fd/\(descriptor)" }
}
