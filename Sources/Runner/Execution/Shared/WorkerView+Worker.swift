// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A worker's own place in the table, in the worker.
extension WorkerView {
    /// Notes the worker's next activity, and its start.
    func enter(_ stage: WorkerStage, at time: UInt64? = nil) {
        Self.began = time ?? worker_now()
        since = Self.began
        self.stage = stage
    }

    /// When this process noted last what it is about to do, in memory of its own; written and read by its main thread.
    nonisolated(unsafe) private static var began: UInt64 = 0

    /// The time since the activity that it noted last began, in nanoseconds.
    ///
    /// The table's start counts where it is later, since the host moves that when the user stops and continues the run. An
    /// earlier one is not the worker's.
    func elapsed(at now: UInt64) -> UInt64 { now - min(max(since, Self.began), now) }

    /// Writes a path; the front of a long path is cut.
    func note(file: UnsafePointer<CChar>?) {
        let count = file.map { strlen($0) } ?? 0
        let kept = min(count, Int(TABLE_PATH_MAX) - 1)
        withUnsafeMutableBytes(of: &record.pointee.file) { path in
            if let file { path.baseAddress?.copyMemory(from: file + (count - kept), byteCount: kept) }
            path[kept] = 0
        }
    }

    /// Counts a message that could not be sent, for a reason of the system's.
    func countLostMessage(because code: Int32) {
        record.pointee.lost_error = code
        _ = table_take(&record.pointee.lost_messages)
    }

    /// Ends this process if it is a copy of the worker that a bundle's code made; no system call.
    static func endStray() {
        if worker_is_stray() != 0 { _exit(1) }
    }

    /// Ends this process, and the worker, if it is a copy of the worker that shares its memory.
    func endIfDivided() { worker_end_divided(&record.pointee.is_divided) }
    /// Forgets that an earlier child shared its worker's memory.
    func forgetDivision() { record.pointee.is_divided = 0 }

    /// Notes in the table that the last exit handler has returned, and closes a pipe with that.
    func watchExit(pipe: Int32) { worker_watch_exit(&record.pointee.stage, pipe) }
    /// Makes the process end with the reporter's exit status, whichever code ends it.
    func exitLike(_ reporter: pid_t) { worker_exit_like(reporter, &record.pointee.process) }
}
