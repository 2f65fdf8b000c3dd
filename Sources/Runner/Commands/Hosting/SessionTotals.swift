// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The counts of all calls of one `swift test`, of which each reports its own framework's tests.
struct SessionTotals {
    /// The most bytes of the file that are read.
    private static let sizeLimit = 1 << 20

    /// The number of cases that were run.
    private(set) var executed = 0
    /// The number of them that failed.
    private(set) var failed = 0
    /// The number of calls that have ended.
    private(set) var calls = 0

    /// Reads the lines that calls have left, each with two numbers.
    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { UInt32($0) }
            guard numbers.count == 2 else { continue }
            (executed, failed, calls) = (executed + Int(numbers[0]), failed + Int(numbers[1]), calls + 1)
        }
    }

    /// Adds a call to a file; the totals of all, nil where that cannot be done.
    init?(adding executed: Int, failed: Int, to path: String) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        guard let file = FileDescriptor(owning: open(path, flags, 0o666)) else { return nil }
        var output = TextOutput(file.number)
        output.line("\(executed) \(failed)")
        output.flush()
        file.close()
        guard let bytes = try? InputFile(path: path).readAll(limit: Self.sizeLimit) else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// The last line of a `swift test` in which something failed, whichever call that was; nil where one call says it all.
    var line: String? { calls > 1 && failed > 0 ? "altogether: FAILED, \(failed) of \(executed)" : nil }
}
