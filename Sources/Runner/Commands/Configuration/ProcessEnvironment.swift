// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The variables of this process that may ask for something.
enum ProcessEnvironment {
    /// The prefixes of such variables, with a final zero.
    private static let beginnings =
        (["TEST", "XML_OUTPUT_FILE", "BAZEL_TEST", "CI="] + ShardEngine.names).map(\.utf8CString)

    /// A bit for the first two bytes of each.
    private static let marks = beginnings.reduce(into: UInt64(0)) { $0 |= mark($1[0], $1[1]) }

    /// The bit for the first two bytes of a text; others may have the same.
    private static func mark(_ first: CChar, _ second: CChar) -> UInt64 {
        1 << UInt64(UInt8(bitPattern: first &* 5 &+ second) & 63)
    }

    /// Whether a variable, given as in the environment, may ask for something.
    static func isRead(_ entry: UnsafePointer<CChar>) -> Bool {
        // Nearly none may, and every start looks at all of them.
        guard entry[0] != 0, marks & mark(entry[0], entry[1]) != 0 else { return false }
        return beginnings.contains { text in
            text.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { strncmp(entry, $0, bytes.count - 1) == 0 } ?? false
            }
        }
    }

    /// The variables of this process; of two with one name the first counts, as for `getenv`.
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        guard var place = process_environment() else { return variables }
        while let entry = place.pointee {
            place += 1
            guard isRead(entry) else { continue }
            let text = String(cString: entry)
            guard let equals = text.firstIndex(of: "=") else { continue }
            let name = String(text[..<equals])
            if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
        }
        return variables
    }
}
