// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The variables of this process that may ask for something.
enum ProcessEnvironment {
    /// The prefixes of such variables.
    private static let beginnings = ["TEST", "XML_OUTPUT_FILE", "BAZEL_TEST"] + ShardEngine.names

    /// Whether a variable, given as in the environment, may ask for something.
    static func isRead(_ entry: UnsafePointer<CChar>) -> Bool {
        // Nearly all differ in the first byte, which costs no call.
        let first = UInt8(bitPattern: entry.pointee)
        return beginnings.contains { $0.utf8.first == first && strncmp(entry, $0, $0.utf8.count) == 0 }
    }

    /// Those variables; of two of one name the first counts, as for `getenv`.
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
