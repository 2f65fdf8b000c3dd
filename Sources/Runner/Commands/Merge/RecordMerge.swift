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
            let bytes: [UInt8]
            do throws(InputFile.Fault) { bytes = try InputFile(path: path).readAll(limit: ReachRecord.sizeLimit) } catch
            {
                throw SystemFault(what, because: error.description)
            }
            do throws(ReachRecord.Fault) { merged.take(try ReachRecord(bytes)) } catch {
                throw SystemFault(what, because: error.words)
            }
        }
        let file = try ReportFile(target, .whole)
        if let code = merged.bytes.withUnsafeBytes({ $0.writeAll(to: file.descriptor) }) { throw file.fault(code) }
        try file.commit()
        return .success
    }
}
