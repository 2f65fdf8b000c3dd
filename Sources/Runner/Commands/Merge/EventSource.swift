// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// A file of events that can be read from its beginning more than once.
///
/// Standard input, which cannot, is copied to a file without a name first.
final class EventSource {
    /// Its path, as messages have it; `-` is standard input.
    let path: String
    /// The open file.
    private let file: InputFile
    /// The copy of what cannot be read twice.
    private let copy: FileDescriptor?

    /// Opens a file; `-` is standard input.
    init(path: String) throws(SystemFault) {
        self.path = path
        do throws(InputFile.Fault) {
            file = try InputFile(path: path, path == "-" ? .regularOrPipe : .regular)
            if file.size == nil { copy = try Self.copy(of: file) } else { copy = nil }
        } catch {
            throw SystemFault("failed to read events from '\(path)'", because: error.description)
        }
    }

    /// The size, in bytes.
    var size: Int { Int(stat(descriptor: descriptor)?.st_size ?? 0) }

    /// The descriptor to read from.
    private var descriptor: Int32 { copy.number ?? file.descriptor }

    /// Copies all of a pipe to a file without a name.
    private static func copy(of file: InputFile) throws(InputFile.Fault) -> FileDescriptor {
        guard let copy = FileDescriptor(owning: worker_capture_file(FilePath.temporary)) else {
            throw InputFile.Fault(code: errno)
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let (count, number) = (try file.read(into: &chunk), copy.number)
            if count == 0 { return copy }
            if let code = chunk[..<count].withUnsafeBytes({ $0.writeAll(to: number) }) { throw .init(code: code) }
        }
    }

    /// Reads bytes from a place on into some from another; how many there were.
    func read(into bytes: inout [UInt8], from start: Int, at offset: Int) throws(SystemFault) -> Int {
        while true {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start, off_t(offset))
            }
            if count >= 0 { return count }
            if errno != EINTR { throw SystemFault("failed to read events from '\(path)'") }
        }
    }
}
