// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import RunnerSupport

/// `runner merge --record FILE` of records of what tests reach (`--affected`): of shards, for instance.
///
/// Of each test, what it did last counts: that it did not pass, as well.
struct RecordMerge {
    /// Whether a file is such a record, of any version.
    static func isRecord(_ path: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        guard let file = try? InputFile(path: path), let count = try? file.read(into: &bytes) else { return false }
        return ReachRecord.isOne(bytes[..<count])
    }

    /// Merges records into a file; the exit code.
    static func run(_ paths: [String], into target: ReportTarget?) throws -> ExitCode {
        guard let target else { throw UsageError.needs("merge of records", "--record FILE") }
        var merged = ReachRecord()
        for path in paths {
            let what = "failed to read the record '\(path)'"
            let bytes = try InputFile.bytes(of: path, limit: ReachRecord.sizeLimit, otherwise: what)
            do throws(ReachRecord.Fault) { merged.take(try ReachRecord(bytes)) } catch {
                throw SystemFault(what, because: error.words)
            }
        }
        try ReportFile.write(merged.bytes, to: target)
        return .success
    }
}
