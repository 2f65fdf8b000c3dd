// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The version of a Swift compiler, as it leaves it in what it makes: "6.3.1".
enum CompilerVersion {
    /// The text before it, in debugging information and in the interfaces of modules.
    private static let mark = "Swift version "
    /// The number of bytes of a file that are read at once.
    private static let chunk = 1 << 20
    /// The number of bytes of a file that are read: a test executable may have hundreds of megabytes.
    private static let limit = 1 << 29
    /// The longest version.
    private static let longest = 32

    /// The version that a file names first; nil if it names none, as a stripped executable does, or cannot be read.
    static func first(in path: String) -> String? {
        guard let file = try? InputFile(path: path) else { return nil }
        let overlap = mark.utf8.count + longest
        var buffer = [UInt8](repeating: 0, count: overlap + chunk)
        // The end of the last read comes first.
        var kept = 0
        var seen = 0
        while seen < limit {
            let count = (try? file.read(into: &buffer, from: kept)) ?? 0
            let end = kept + count
            if let version = version(in: buffer[..<end], isLast: count == 0) { return version }
            if count == 0 { return nil }
            seen += count
            kept = min(overlap, end)
            buffer.withUnsafeMutableBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                memmove(start, start + (end - kept), kept)
            }
        }
        return nil
    }

    /// The first version in some bytes; near their end it counts only if nothing follows.
    private static func version(in bytes: ArraySlice<UInt8>, isLast: Bool) -> String? {
        var start = bytes.startIndex
        while let place = find(in: bytes[start...]) {
            let rest = bytes[(place + mark.utf8.count)...]
            if rest.count < longest, !isLast { return nil }
            let digits = rest.prefix(longest).prefix { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
            if let first = digits.first, first != UInt8(ascii: "."), digits.last != UInt8(ascii: ".") {
                return String(decoding: digits, as: UTF8.self)
            }
            start = place + mark.utf8.count
        }
        return nil
    }

    /// Where the text before a version begins.
    private static func find(in bytes: ArraySlice<UInt8>) -> Int? {
        let text = Array(mark.utf8)
        return bytes.withUnsafeBytes { buffer in
            guard var place = buffer.baseAddress else { return nil }
            let end = place + buffer.count
            while end - place >= text.count, let next = memchr(place, Int32(text[0]), end - place - text.count + 1) {
                if memcmp(next, text, text.count) == 0, let start = buffer.baseAddress {
                    return bytes.startIndex + (UnsafeRawPointer(next) - start)
                }
                place = UnsafeRawPointer(next) + 1
            }
            return nil
        }
    }
}
