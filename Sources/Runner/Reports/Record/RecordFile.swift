// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The file in which the record of runs is kept, and the directory around it.
///
/// Whatever is wrong with either is a warning, reported once, and never fails a run.
public final class RecordFile {
    /// The most bytes that are read.
    private static let sizeLimit = 256 << 20

    /// The directory, as it was given.
    private let directory: String
    /// Says what is wrong.
    private let warn: (String) -> Void
    /// Whether something was said.
    private var hasWarned = false
    /// The record that was read last, and from which version of the file: a run reads it for its estimate and for what it writes.
    private var last: (version: FileVersion, record: RunRecord)?

    /// Reads a record wherever it lies.
    public static func read(_ path: String) throws(SystemFault) -> RunRecord {
        let what = "failed to read the record '\(path)'"
        let bytes = try InputFile.bytes(of: path, limit: sizeLimit, otherwise: what)
        do throws(RunRecord.Fault) { return try RunRecord(bytes) } catch {
            throw SystemFault(what, because: error.description)
        }
    }

    /// Names the directory; nothing is opened.
    public init(directory: String, warn: @escaping (String) -> Void) {
        self.directory = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
        self.warn = warn
    }

    /// The file's path.
    public var path: String { directory + "/record" }

    /// Whether a record can be written, as far as that shows beforehand.
    public var isWritable: Bool {
        access(directory, F_OK) == 0
            ? access(directory, W_OK) == 0 : access(FilePath.directory(of: directory), W_OK) == 0
    }

    /// The content of the file.
    private enum Content {
        /// There is none.
        case none
        /// A record.
        case record(RunRecord)
        /// A record that is damaged: another may take its place.
        case damaged
        /// A file that cannot be read, or must not be overwritten.
        case foreign
    }

    /// The record of the runs before; nil where there is none that can be used.
    public func read() -> RunRecord? {
        if case .record(let record) = content() { return record }
        return nil
    }

    /// Puts a new record in the file's place, made of what is there.
    ///
    /// Of two runs that end at the same time, one waits for the other.
    public func update(_ change: (RunRecord?) -> RunRecord) {
        guard let lock = openDirectory() else { return }
        defer { close(lock) }
        let isLocked = FileLock.take(lock)
        var old: RunRecord?
        switch content() {
        case .none, .damaged: break
        case .record(let record): old = record
        case .foreign: return
        }
        let text = change(old).text()
        guard text.count <= Self.sizeLimit else {
            // None at all is better than one that leaves failures out: then --rerun-failed runs everything, and says so.
            unlink(path)
            return say("no record of runs is kept in '\(path)': the failures would take \(text.count >> 20) MB")
        }
        // Not synced: after a loss of power the record may be missing or damaged, and little is lost by that.
        if let code = FileDraft.replace(path, by: text, isLocked: isLocked) {
            say("failed to write the record of runs '\(path)'", code)
        }
    }

    /// Says something, unless something was said before.
    private func say(_ text: String, _ code: Int32? = nil) {
        if hasWarned { return }
        hasWarned = true
        warn(text + (code.map { ": \(SystemFault.reason($0))" } ?? ""))
    }

    /// Reads the file.
    private func content() -> Content {
        let (bytes, version): ([UInt8], FileVersion)
        do throws(InputFile.Fault) {
            let file = try InputFile(path: path)
            version = file.version
            if let last, last.version == version { return .record(last.record) }
            bytes = try file.readAll(limit: Self.sizeLimit)
        } catch {
            if error.isMissing { return .none }
            say("failed to read the record of runs '\(path)': \(error)")
            return .foreign
        }
        do throws(RunRecord.Fault) {
            let record = try RunRecord(bytes)
            last = (version, record)
            return .record(record)
        } catch {
            switch error {
            case .damaged, .older:
                say("the record of runs '\(path)', \(error); it is ignored and replaced")
                return .damaged
            case .foreign, .newer:
                say("the record of runs '\(path)', \(error); it is left alone, and this run is not recorded")
                return .foreign
            }
        }
    }

    /// Makes the directory where it is missing, for what others keep there.
    public func makeReady() { if let descriptor = openDirectory() { close(descriptor) } }

    /// Does something that no other run may do in the directory meanwhile; one that does not let go of it is not waited for, upon which
    /// the lock is not there.
    public func whileLocked(_ body: (_ isLocked: Bool) -> Void) {
        let lock = openDirectory()
        defer { if let lock { close(lock) } }
        body(lock.map { FileLock.take($0) } ?? false)
    }

    /// Opens the directory, and makes it where it is missing.
    private func openDirectory() -> Int32? {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        var descriptor = open(directory, flags)
        if descriptor < 0, errno == ENOENT, makeDirectories() { descriptor = open(directory, flags) }
        if descriptor >= 0 { return descriptor }
        say("failed to keep a record of runs in '\(directory)'", errno)
        return nil
    }

    /// Makes the directory and those above it, with a word to git that none of it is anybody else's business.
    private func makeDirectories() -> Bool {
        guard FilePath.makeDirectory(directory) else { return false }
        let note = directory + "/.gitignore"
        if access(note, F_OK) != 0 { _ = FileDraft.replace(note, by: Array("*\n".utf8)) }
        return true
    }
}
