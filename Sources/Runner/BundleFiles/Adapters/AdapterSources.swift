// SPDX-License-Identifier: MIT

import Adapters
import Glibc

/// The sources of the adapter for XCTest and Swift Testing, as they were when the runner was built.
struct AdapterSources {
    /// The path, from the directory of the sources.
    let name: String
    /// The content of the file.
    let contents: UnsafeRawBufferPointer

    /// All of them.
    static var all: [AdapterSources] {
        (0..<adapter_source_count()).map { index in
            let source = adapter_source_at(index)
            return AdapterSources(
                name: String(cString: source.name),
                contents: UnsafeRawBufferPointer(start: source.start, count: source.size))
        }
    }

    /// Writes all of them to a directory; whether that was possible, else `errno` says why.
    static func write(to directory: String) -> Bool { all.allSatisfy { $0.write(to: directory) } }

    /// Writes the file.
    private func write(to directory: String) -> Bool {
        let path = directory + "/" + name
        guard FilePath.makeDirectory(FilePath.directory(of: path), mode: 0o700) else { return false }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return contents.writeAll(to: descriptor) == nil
    }
}
