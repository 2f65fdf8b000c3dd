// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The file with what the tests of a package reach, in the directory of the record of runs.
public struct ReachStore {
    /// The directory of the record of runs.
    private let directory: String

    /// A store in the directory of the record of runs.
    public init(directory: String) { self.directory = directory }

    /// The file's path.
    public var path: String { "\(directory)/affected" }

    /// Reads the record; an empty one where there is none that can be used, with a word if there is one that cannot.
    public func read(_ warn: (String) -> Void) -> ReachRecord {
        let bytes: [UInt8]
        do throws(InputFile.Fault) {
            bytes = try InputFile(path: path).readAll(limit: ReachRecord.sizeLimit)
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
    public func write(_ record: ReachRecord, _ warn: (String) -> Void) {
        if let code = FileDraft.replace(path, by: record.bytes) {
            warn("failed to write '\(path)': \(SystemFault.reason(code))")
        }
    }
}
