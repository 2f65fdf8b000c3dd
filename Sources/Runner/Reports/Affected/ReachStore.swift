// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The file with what the tests of a package reach, in the directory of the record of runs.
package struct ReachStore {
    /// The largest file that is read, in bytes.
    private static let sizeLimit = 1 << 28

    /// The directory of the record of runs.
    private let directory: String

    /// A store in the directory of the record of runs.
    package init(directory: String) { self.directory = directory }

    /// The file's path.
    package var path: String { "\(directory)/affected" }

    /// Reads the record; an empty one where there is none that can be used, with a word if there is one that cannot.
    package func read(_ warn: (String) -> Void) -> ReachRecord {
        let bytes: [UInt8]
        do throws(InputFile.Fault) {
            bytes = try InputFile(path: path).readAll(limit: Self.sizeLimit)
        } catch {
            if !error.isMissing { warn("failed to read '\(path)': \(error); all tests run") }
            return ReachRecord()
        }
        do throws(ReachRecord.Fault) { return try ReachRecord(bytes) } catch {
            warn("'\(path)' is ignored, since \(error.words); all tests run")
            return ReachRecord()
        }
    }

    /// Puts a record in the place of the last one; says why where that fails.
    package func write(_ record: ReachRecord, _ warn: (String) -> Void) {
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { return warn("failed to write '\(draft)': \(SystemFault.reason(errno))") }
        var code = record.bytes.withUnsafeBytes { $0.writeAll(to: descriptor) }
        close(descriptor)
        if code == nil, rename(draft, path) != 0 { code = errno }
        guard let code else { return }
        unlink(draft)
        warn("failed to write '\(path)': \(SystemFault.reason(code))")
    }
}
