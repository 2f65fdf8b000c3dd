// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// An open report, which removes its file at the end of its life unless it was committed.
///
/// Rule 60.
public final class ReportFile {
    /// The time at which written text appears in the file.
    public enum Manner {
        /// At once, so that a reader may follow.
        case stream
        /// All of it at `commit()`, so that no reader ever sees half a report.
        case whole
        /// At once, after the present content of the file.
        case append
    }

    /// The longest time of a pipe without a reader, in nanoseconds.
    public static let patience: UInt64 = 60_000_000_000
    /// The time for which a pipe without a reader is waited for silently, in nanoseconds: usually, the reader is just starting.
    private static let grace: UInt64 = 1_000_000_000
    /// The time between two looks for a reader, in microseconds.
    private static let pause: useconds_t = 10_000

    /// The target, for messages.
    let target: ReportTarget
    /// Its name in messages.
    private let what: String
    /// The descriptor to write to.
    public private(set) var descriptor: Int32 = -1
    /// The descriptor, if it was opened here.
    private var opened: FileDescriptor?
    /// The file that is written, and where `commit()` moves it.
    private var move: (from: String, to: String)?
    /// Whether it is a stream to a file, which a test may remove meanwhile.
    private var isStreamed = false
    /// The number of the guard that removes the unfinished file if the process is ended at once.
    private var guardNumber: Int32 = -1

    /// Opens a report for writing; waits for the reader of a pipe, but for no longer than `patience`.
    public init(
        _ target: ReportTarget, _ manner: Manner, what: String = "report", patience: UInt64 = patience
    ) throws(SystemFault) {
        (self.target, self.what) = (target, what)
        switch target {
        case .descriptor(let number): try adopt(number)
        case .file(let path): try open(path, manner, patience)
        }
    }

    /// Writes all of a report at once.
    public static func write(
        _ bytes: [UInt8], to target: ReportTarget, what: String = "report"
    ) throws(SystemFault) {
        let file = try ReportFile(target, .whole, what: what)
        if let code = bytes.withUnsafeBytes({ $0.writeAll(to: file.descriptor) }) { throw file.fault(code) }
        try file.commit()
    }

    /// Takes a descriptor that is open already.
    private func adopt(_ number: Int32) throws(SystemFault) {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0 else { throw fault() }
        guard flags & O_ACCMODE != O_RDONLY else { throw fault(EBADF) }
        // Not for what a bundle may start: it would delay the reader.
        if number > STDERR_FILENO { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        worker_note_descriptor(number, 1)
        descriptor = number
    }

    /// Opens a file; a report that is written whole goes to a file next to it until `commit()`.
    private func open(_ path: String, _ manner: Manner, _ patience: UInt64) throws(SystemFault) {
        if manner == .whole, let place = try Self.replaceable(path, fault) {
            FileDraft.removeAbandoned(in: FilePath.directory(ofFile: place), of: FilePath.name(of: place))
            let draft = FileDraft(of: place)
            // Before there is anything to remove: else an interrupt between the two would leave it.
            guardNumber = worker_guard_file(draft.path)
            descriptor = draft.open()
            guard descriptor >= 0 else { throw fault() }
            opened = FileDescriptor(owning: descriptor)
            move = (draft.path, place)
        } else {
            let extra = manner == .append ? O_APPEND : O_TRUNC
            try openInPlace(path, extra, patience)
            isStreamed = manner == .stream && isKept
        }
    }

    /// Opens the file at a path, without ever being delayed by it: a pipe without a reader is tried again.
    private func openInPlace(_ path: String, _ extra: Int32, _ patience: UInt64) throws(SystemFault) {
        let start = worker_now()
        var isReported = false
        while true {
            descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | extra, 0o666)
            if descriptor >= 0 { break }
            guard errno == ENXIO, Self.isPipe(path) else { throw fault() }
            let waited = worker_now() - start
            if waited >= patience {
                let time = DurationText.seconds(patience)
                throw SystemFault(failure, because: "it is a pipe, and nothing opened it for reading within \(time)")
            }
            // From here on an interrupt does not end the process by its signal.
            try Interrupts.watchIfUnwatched()
            if !isReported, waited >= Self.grace {
                isReported = true
                let advice = "open it for reading, or interrupt the run"
                StandardError.say("waiting for the \(what) '\(target)', which is a pipe: \(advice)")
            }
            if worker_is_interrupted() != 0 {
                throw SystemFault(failure, because: "interrupted while waiting for the pipe's reader")
            }
            usleep(Self.pause)
        }
        opened = FileDescriptor(owning: descriptor)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    }

    /// Whether a pipe is at a path.
    private static func isPipe(_ path: String) -> Bool { stat(path: path)?.kind == S_IFIFO }

    /// Whether the open file has a name, and so will be there when it is closed.
    private var isKept: Bool { stat(descriptor: descriptor)?.st_nlink ?? 0 > 0 }

    /// Where a file can be put in a path's place: at the end of links.
    ///
    /// Nil where something other than a file is there, such as a device or a pipe, which is written to and never
    /// replaced.
    private static func replaceable(_ path: String, _ fault: (Int32) -> SystemFault) throws(SystemFault) -> String? {
        guard let information = stat(path: path) else { return path }
        switch information.kind {
        case S_IFDIR: throw fault(EISDIR)
        case S_IFREG:
            guard access(path, W_OK) == 0 else { throw fault(errno) }
            guard let resolved = FilePath.real(path) else { throw fault(errno) }
            return resolved
        default: return nil
        }
    }

    /// The reason why a report that was written is missing.
    private static let removal = "it was removed during the run, by a test or another program"

    /// Moves the written file to its place, or sees that what was streamed is still there.
    public func commit() throws(SystemFault) {
        guard let move else {
            if !isStreamed || isKept { return }
            throw SystemFault(failure, because: Self.removal)
        }
        guard rename(move.from, move.to) == 0 else {
            let code = errno
            // The file that was removed is the one next to it, which becomes the report.
            if code == ENOENT, access(move.from, F_OK) != 0 { throw SystemFault(failure, because: Self.removal) }
            throw fault(code)
        }
        self.move = nil
        worker_release_file(guardNumber)
        guardNumber = -1
    }

    /// The reason why the report cannot be written.
    public func fault(_ code: Int32 = errno) -> SystemFault {
        errno = code
        return SystemFault(failure)
    }

    /// The words of any fault.
    private var failure: String { "failed to write the \(what) '\(target)'" }

    deinit {
        if let move { unlink(move.from) }
        worker_release_file(guardNumber)
    }
}
