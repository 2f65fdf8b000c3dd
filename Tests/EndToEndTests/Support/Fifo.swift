// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A named pipe by which a fixture says how far it is.
enum Fifo {
    /// The first line that somebody writes to a pipe.
    ///
    /// Waits for it, but not for ever.
    static func line(from pipe: String) throws -> String {
        let descriptor = open(pipe, O_RDONLY | O_NONBLOCK)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        try #require(poll(&entry, 1, 300_000) == 1, "nobody wrote to the pipe")
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
