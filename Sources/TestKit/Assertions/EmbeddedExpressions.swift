// SPDX-License-Identifier: MIT

import Glibc
import ModuleSection

/// The texts of the assertions of a bundle, which the registrar put into its image.
///
/// They are read only when an assertion fails. Each module has one text. For each of its sources it has a line, `F`, how many bytes
/// of the source's assertions follow and its path, and then a line for each assertion: `A`, its place, its call and, after U+001F, the
/// assertion that would show the values of its operands, if there is one.
/// It is searched with the C library's functions: suites are built for debugging, TestKit with them.
///
/// Rule 49.
enum EmbeddedExpressions {
    /// The call at an assertion's location, and the assertion that would show more; nil where none is known, or several may be meant.
    ///
    /// A function of a suite's own that asserts for its caller has the caller's file and line, and a column of its own: then
    /// the one call in that line counts.
    static func text(at location: SourceLocation) -> (call: String, hint: String?)? {
        guard location.column > 0 else { return nil }
        var index = 0
        while let record = testkit_assertion_at(index) {
            index += 1
            guard let start = record() else { continue }
            let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
            guard let block = block(of: location.file, in: text) else { continue }
            let parts = call(at: location, in: block)?.split(separator: "\u{1F}", maxSplits: 1)
            return parts?.first.map { (String($0), parts?.count == 2 ? parts?.last.map(String.init) : nil) }
        }
        return nil
    }

    /// The lines of a source's assertions; nil if the module has no such source.
    static func block(of file: StaticString, in text: UnsafePointer<CChar>) -> Block? {
        var place = text
        while place.pointee == CChar(bitPattern: UInt8(ascii: "F")) {
            var path: UnsafeMutablePointer<CChar>?
            let count = strtol(place + 1, &path, 10)
            guard let path, let end = strchr(path, newline), count >= 0 else { return nil }
            let isMeant =
                UnsafePointer(end) - UnsafePointer(path) == file.utf8CodeUnitCount + 1
                && memcmp(path + 1, file.utf8Start, file.utf8CodeUnitCount) == 0
            if isMeant { return Block(start: UnsafePointer(end + 1), count: count) }
            place = UnsafePointer(end) + 1 + count
        }
        return nil
    }

    /// The call at a location among the lines of its source.
    static func call(at location: SourceLocation, in block: Block) -> String? {
        var inLine: String?
        var countInLine = 0
        var place = block.start
        while place < block.start + block.count, let end = strchr(place, newline) {
            var rest: UnsafeMutablePointer<CChar>?
            if strtoul(place + 1, &rest, 10) == UInt(location.line), let colon = rest {
                let isMeant = strtoul(colon + 1, &rest, 10) == UInt(location.column)
                if let rest, isMeant || countInLine == 0 {
                    let call = UnsafeRawBufferPointer(start: rest + 1, count: end - rest - 1)
                    inLine = String(decoding: call, as: UTF8.self)
                }
                if isMeant { return inLine }
                countInLine += 1
            }
            place = UnsafePointer(end) + 1
        }
        return countInLine == 1 ? inLine : nil
    }

    /// The end of a line.
    private static let newline = CInt(UInt8(ascii: "\n"))

    /// The lines of a source's assertions.
    struct Block {
        /// The first byte.
        let start: UnsafePointer<CChar>
        /// The number of bytes.
        let count: Int
    }
}
