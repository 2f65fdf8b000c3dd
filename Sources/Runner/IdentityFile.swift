import Glibc

/// A list of identities, one on a line, from a file or standard input.
///
/// Empty lines count for nothing.
enum IdentityFile {
    /// Reads a file's identities; `-` is standard input.
    static func read(_ path: String) throws(SystemFault) -> [String] {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFault("failed to read identities from '\(path)'") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { break }
            if count > 0 {
                bytes.append(contentsOf: chunk[..<count])
            } else if errno != EINTR {
                throw SystemFault("failed to read identities from '\(path)'")
            }
        }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let text = String(decoding: line, as: UTF8.self)
            let trimmed = text.drop(while: \.isWhitespace)
            return trimmed.isEmpty ? nil : String(trimmed.hasSuffix("\r") ? trimmed.dropLast() : trimmed)
        }
    }
}
