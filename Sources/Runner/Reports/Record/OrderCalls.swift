// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The record of orders of several calls of one `swift test`, put together: each worker first has what it had in the earlier calls.
enum OrderCalls {
    /// The line that says of which `swift test` a record is, without its name.
    static let mark = "# call of swift test "
    /// The largest record that is put together with another, in bytes.
    private static let sizeLimit = 64 << 20

    /// The parts of a record, as lines.
    private struct Parts {
        /// The lines before the first worker.
        var head: [String] = []
        /// The lines of each worker, less `%worker`.
        var workers: [[String]] = []
        /// The tests that failed.
        var failures: [String] = []

        /// Takes a whole record apart; nil if the file contains none.
        init?(_ path: String) {
            guard let bytes = try? InputFile(path: path).readAll(limit: sizeLimit), OrderFile.isWhole(bytes) else {
                return nil
            }
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) {
                if line == "%worker" {
                    workers.append([])
                } else if line.hasPrefix("%failed ") || line.hasPrefix("%timed-out ") {
                    failures.append(line)
                } else if line.hasPrefix("%end ") {
                    continue
                } else if workers.isEmpty {
                    head.append(line)
                } else {
                    workers[workers.count - 1].append(line)
                }
            }
        }

        /// The line of its `swift test`, if it is a call of one.
        var mark: String? { head.first { $0.hasPrefix(OrderCalls.mark) } }
    }

    /// Puts what an earlier call has recorded before what a new one has, in the file of the new one.
    ///
    /// A record of anything else than the same `swift test` is left out.
    static func combine(_ earlier: String, with new: String) {
        guard let old = Parts(earlier), var parts = Parts(new), old.mark != nil, old.mark == parts.mark else { return }
        let bundles = old.head.filter { $0.hasPrefix("%bundle ") && !parts.head.contains($0) }
        parts.head += bundles
        for (index, lines) in old.workers.enumerated() {
            if index < parts.workers.count {
                parts.workers[index] = lines + parts.workers[index]
            } else {
                parts.workers.append(lines)
            }
        }
        var lines = parts.head + parts.workers.flatMap { ["%worker"] + $0 } + old.failures + parts.failures
        lines.append("%end \(lines.count)")
        let descriptor = open(new, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var output = TextOutput(descriptor)
        for line in lines { output.line(line) }
        output.flush()
    }
}
