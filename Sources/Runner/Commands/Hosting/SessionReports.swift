// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// The reports to files that the user has asked for, made of the events of all calls of one `swift test`.
///
/// Each call writes its events to a file of its own. When it ends, it makes the reports anew of all files that are there: so the last
/// one leaves complete reports, whichever it is. The directory of the files goes when their `swift test` has ended.
struct SessionReports {
    /// The directory of all sessions, in that of the record.
    static let folder = "swift-test"

    /// The directory of the events.
    private let directory: String
    /// The file with the events of this call.
    let events: String
    /// The options of `runner merge` that name the reports.
    private let words: [String]

    /// Takes the reports to files out of some options; nil if there is none.
    init?(taking options: inout Options, of session: SwiftTestSession) throws(SystemFault) {
        var (left, words) = (options, [String]())
        for (kind, target) in options.reports.all {
            guard case .file(let path) = target else { continue }
            words += ["--\(kind.rawValue)", path]
            left.reports[kind] = nil
        }
        if words.isEmpty { return nil }
        words += ["--tap-version", options.reports.tapVersion.rawValue]
        let root = "\(options.state ?? FilePath.temporary + "/testkit-\(geteuid())")/\(Self.folder)"
        let directory = "\(root)/\(session.key.name)"
        Self.removeEnded(in: root)
        if let state = options.state { RecordFile(directory: state) { _ in }.makeReady() }
        guard FilePath.makeDirectory(directory) else { throw SystemFault("failed to make '\(directory)'") }
        self.directory = directory
        events = "\(directory)/\(worker_now())-\(getpid()).jsonl"
        self.words = words
        options = left
    }

    /// Makes the reports of all calls that have ended; why that failed, if it did.
    func write() -> SystemFault? {
        // Another call may have ended at the same time.
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        FileLock.wait(for: descriptor)
        let ended = events.replacing(".jsonl", with: ".ended")
        guard rename(events, ended) == 0 else { return SystemFault("failed to keep the events '\(events)'") }
        let files = FilePath.names(in: directory).filter { $0.hasSuffix(".ended") }.sorted()
        let log = "\(directory)/log"
        let program = FilePath.real("/proc/self/exe") ?? "runner"
        let command = [program, "merge", "--quiet"] + words + ["--"] + files.map { "\(directory)/\($0)" }
        let status = ChildProcess.run(command, log: log)
        guard status == nil || status == ExitCode.usage.rawValue else { return nil }
        let reason = ChildProcess.lastLine(of: log) ?? "'runner merge' could not be started"
        return SystemFault("failed to write the reports of this 'swift test'", because: reason)
    }

    /// Removes the directories of those sessions that have ended.
    static func removeEnded(in root: String) {
        for name in FilePath.names(in: root) {
            guard let key = SwiftTestSession.Key(name: name), key.hasEnded else { continue }
            FilePath.remove("\(root)/\(name)")
        }
    }
}
