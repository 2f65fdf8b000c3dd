// SPDX-License-Identifier: MIT

import RunnerSupport

/// A list of identities, one on a line, from a file, a pipe or standard input.
///
/// Empty lines count for nothing.
public enum IdentityFile {
    /// The largest list that is read, in bytes: some millions of identities.
    private static let sizeLimit = 1 << 30

    /// Reads a file's identities; `-` is standard input.
    public static func read(_ path: String) throws(SystemFault) -> [String] { try lines(path).filter { !$0.isEmpty } }

    /// Reads them line by line: a text without characters for a line that has none.
    public static func lines(_ path: String) throws(SystemFault) -> [String] {
        let bytes = try InputFile.bytes(
            of: path, .regularOrPipe, limit: sizeLimit, otherwise: "failed to read identities from '\(path)'")
        return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            let trimmed = String(decoding: line, as: UTF8.self).drop(while: \.isWhitespace)
            return String(trimmed.hasSuffix("\r") ? trimmed.dropLast() : trimmed)
        }
    }
}
