// SPDX-License-Identifier: MIT

import Glibc

/// The text of a source, addressed by UTF-8 offset.
struct SourceText: Sendable {
    /// The bytes of the file.
    let bytes: [UInt8]
    /// Where each line begins.
    private let lineStarts: [Int]

    /// A source with these bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            // The C library's search, for SwiftPM builds this tool without optimisation.
            while let last = starts.last,
                let found = memchr(base + last, Int32(UInt8(ascii: "\n")), buffer.count - last)
            {
                starts.append(UnsafeRawPointer(found) - base + 1)
            }
        }
        lineStarts = starts
    }

    /// The line and column of an offset, from 1; columns count bytes, as the compiler's do.
    func location(of offset: Int) -> Location {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return Location(line: low + 1, column: offset - lineStarts[low] + 1)
    }

    /// The text of a range, cut to the file's end.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }

    /// Whether some bytes are in a range.
    func contains(_ text: StaticString, in range: Range<Int>) -> Bool {
        let range = range.clamped(to: 0..<bytes.count)
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return false }
            let end = base + range.upperBound
            var place = base + range.lowerBound
            // The C library's search, for SwiftPM builds this tool without optimisation.
            while end - place >= text.utf8CodeUnitCount,
                let found = memchr(place, Int32(text.utf8Start.pointee), end - place)
            {
                place = UnsafeRawPointer(found)
                guard end - place >= text.utf8CodeUnitCount else { return false }
                if memcmp(place, text.utf8Start, text.utf8CodeUnitCount) == 0 { return true }
                place += 1
            }
            return false
        }
    }

    /// Whether the keyword `import` is at an offset.
    func hasImport(at offset: Int) -> Bool {
        offset + 6 <= bytes.count && bytes[offset] == UInt8(ascii: "i") && bytes[offset + 1] == UInt8(ascii: "m")
            && text(offset..<(offset + 6)) == "import"
    }

    /// The text of a range without its comments; a space represents each.
    func code(_ range: Range<Int>) -> String {
        let range = range.clamped(to: 0..<bytes.count)
        var kept: [UInt8] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = endOfComment(at: offset, before: range.upperBound)
            if end > offset {
                kept.append(UInt8(ascii: " "))
                offset = end
            } else {
                kept.append(bytes[offset])
                offset += 1
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    /// Where the comment that begins at an offset ends; the offset itself if none begins there.
    private func endOfComment(at offset: Int, before limit: Int) -> Int {
        guard offset + 1 < limit, bytes[offset] == UInt8(ascii: "/") else { return offset }
        if bytes[offset + 1] == UInt8(ascii: "/") {
            return bytes[offset..<limit].firstIndex(of: UInt8(ascii: "\n")) ?? limit
        }
        guard bytes[offset + 1] == UInt8(ascii: "*") else { return offset }
        var depth = 1
        var next = offset + 2
        while next + 1 < limit, depth > 0 {
            switch (bytes[next], bytes[next + 1]) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")): (depth, next) = (depth + 1, next + 2)
            case (UInt8(ascii: "*"), UInt8(ascii: "/")): (depth, next) = (depth - 1, next + 2)
            default: next += 1
            }
        }
        return depth > 0 ? limit : next
    }

    /// The text from an offset to the end of its line, without comments.
    ///
    /// Goes on while a parenthesis is open.
    func codeLine(from offset: Int) -> String {
        var end = offset
        while end < bytes.count {
            end = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let line = code(offset..<end)
            if line.count(where: { $0 == "(" }) <= line.count(where: { $0 == ")" }) { break }
            end = min(end + 1, bytes.count)
        }
        return code(offset..<end).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The text in the parentheses that follow an attribute's name, string literals left out; nil if none follow.
    func arguments(ofAttributeAt offset: Int) -> String? {
        guard let open = bytes[offset...].firstIndex(where: { !Self.isPartOfName($0) }),
            bytes[open] == UInt8(ascii: "(")
        else { return nil }
        var (depth, inString, start) = (0, false, open + 1)
        var kept = ""
        for index in bytes[open...].indices {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                // Not an escaped quotation mark inside a literal.
                guard !inString || bytes[index - 1] != UInt8(ascii: "\\") else { continue }
                if !inString { kept += code(start..<index) }
                inString.toggle()
                start = index + 1
            case UInt8(ascii: "(") where !inString: depth += 1
            case UInt8(ascii: ")") where !inString: depth -= 1
            default: continue
            }
            if depth == 0, !inString { return kept + code(start..<index) }
        }
        return nil
    }

    /// Whether a byte may be between an attribute's `@` and its arguments.
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "@") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte >= 0x80
            || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}

/// A place in a source.
struct Location: Codable, Equatable, Sendable {
    /// The line, from 1.
    var line: Int
    /// The column, from 1, in bytes.
    var column: Int
}
