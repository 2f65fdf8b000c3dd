// SPDX-License-Identifier: MIT

import RunnerSupport

/// A list of identities, one on a line, from a file, a pipe or standard input.
///
/// Empty lines count for nothing.
public enum IdentityFile {
    /// The largest list that is read, in bytes: some millions of identities.
    private static let sizeLimit = 1 << 30

    /// Reads a file's identities; `-` is standard input.
    public static func read(_ path: String) throws(SystemFault) -> [String] {
        let bytes = try InputFile.bytes(
            of: path, .regularOrPipe, limit: sizeLimit, otherwise: "failed to read identities from '\(path)'")
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let text = String(decoding: line, as: UTF8.self)
            let trimmed = text.drop(while: \.isWhitespace)
            return trimmed.isEmpty ? nil : String(trimmed.hasSuffix("\r") ? trimmed.dropLast() : trimmed)
        }
    }
}
