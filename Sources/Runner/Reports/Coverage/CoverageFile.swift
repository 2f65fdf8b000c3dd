// SPDX-License-Identifier: MIT

import Glibc

/// A file that a run with coverage writes.
enum CoverageFile {
    /// Writes a file.
    static func write(to path: String, _ body: (inout TextOutput) -> Void) throws(SystemFault) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw SystemFault("failed to write \(path)") }
        defer { close(descriptor) }
        var output = TextOutput(descriptor)
        body(&output)
        output.flush()
        if let failure = output.failure {
            throw SystemFault("failed to write \(path)", because: SystemFault.reason(failure))
        }
    }

    /// The names in a directory that end in a certain way, without that, sorted.
    static func names(in directory: String, ending: String) -> [String] {
        FilePath.names(in: directory).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    /// Where a link leads.
    static func target(of path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
