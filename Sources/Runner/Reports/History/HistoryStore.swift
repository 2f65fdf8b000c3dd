// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The files of the history in the directory of the record: `history/runs`, a block for each run, and `history/names`.
///
/// A run appends its block in one write; a reader passes over a block that is not whole. When the files have grown beyond
/// their bound, they are written anew without what is too old. Whatever is wrong is a warning and never fails a run.
public struct HistoryStore {
    /// The size of the files together from which on they are written anew, in bytes.
    public static let sizeLimit = 5_000_000
    /// The size that they then have at most.
    public static let trimmedSize = 3_500_000
    /// The number of results of a test that are kept unless a setting says otherwise.
    public static let usualResults = 100
    /// The most bytes that are read of a file: a file that something else made larger is no history.
    private static let readLimit = 64 << 20

    /// The directory of the files.
    public let directory: String
    /// The number of results of a test that are kept.
    public let results: Int
    /// Says what is wrong.
    private let warn: (String) -> Void

    /// A file of the store.
    private struct File {
        /// Its name.
        let name: String
        /// Its first line, with the version of its form.
        let title: [UInt8]

        /// The runs.
        static let runs = File(name: "runs", title: Array("testkit-history-runs 1\n".utf8))
        /// The names.
        static let names = File(name: "names", title: Array("testkit-history-names 1\n".utf8))
    }

    /// Names the directory of the record; nothing is opened.
    public init(state: String, results: Int = usualResults, warn: @escaping (String) -> Void) {
        self.init(
            directory: (state.hasSuffix("/") ? String(state.dropLast()) : state) + "/history", results: results,
            warn: warn)
    }

    /// Names the directory of the files.
    public init(directory: String, results: Int = usualResults, warn: @escaping (String) -> Void) {
        (self.directory, self.results, self.warn) = (directory, results, warn)
    }

    /// The path of a file.
    private func path(_ file: File) -> String { directory + "/" + file.name }

    /// The directory of a history that a path names: that directory, one around it, or a file in it; nil for other paths.
    public static func directory(at path: String) -> String? {
        let plain = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
        for directory in [plain + "/history", plain] where access(directory + "/runs", F_OK) == 0 { return directory }
        guard FilePath.name(of: plain) == "runs" else { return nil }
        return FilePath.directory(ofFile: plain)
    }

    // MARK: Reading

    /// Whether the directory for the files can be made or is there: the one above it is that of the record.
    public var hasPlace: Bool { access(FilePath.directory(of: directory), W_OK) == 0 }

    /// All of the history; empty where there is none that can be read.
    public func read() -> HistoryContent {
        let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { return HistoryContent() }
        defer { close(lock) }
        _ = FileLock.take(lock, LOCK_SH)
        return content() ?? HistoryContent()
    }

    /// All of the history; nil where the files are none of ours, which was said.
    private func content() -> HistoryContent? {
        guard let runs = blocks(.runs), let names = blocks(.names) else { return nil }
        var content = HistoryContent()
        var lost = runs.lost + names.lost
        for block in names.all {
            guard let (key, names) = HistoryNames.read(block) else {
                lost += block.count
                continue
            }
            content.names[key] = names
        }
        var ids: Set<UInt64> = []
        for block in runs.all {
            guard let run = HistoryRun(block) else {
                lost += block.count
                continue
            }
            if ids.insert(run.id).inserted { content.runs.append(run) }
        }
        if lost > 0 {
            content.remarks.append(
                "\(Count.text(lost, "byte")) of the history in '\(directory)' cannot be read, and are ignored")
        }
        content.arrange()
        return content
    }

    /// The blocks of a file; none if it is missing, nil if it is none of ours.
    private func blocks(_ file: File) -> HistoryBlocks? {
        let bytes: [UInt8]
        do throws(InputFile.Fault) { bytes = try InputFile(path: path(file)).readAll(limit: Self.readLimit) } catch {
            if error.isMissing { return HistoryBlocks([]) }
            warn("failed to read the history of tests '\(path(file))': \(error)")
            return nil
        }
        if bytes.isEmpty { return HistoryBlocks([]) }
        guard let start = start(bytes, file) else { return nil }
        return HistoryBlocks(bytes[start...])
    }

    /// Where the blocks begin; nil for a file that is none of ours, which is said.
    private func start(_ bytes: [UInt8], _ file: File) -> Int? {
        if bytes.starts(with: file.title) { return file.title.count }
        let isLater = bytes.starts(with: file.title.dropLast(2))
        let what = isLater ? "is of another version of the runner" : "is not a history of tests"
        warn("'\(path(file))' \(what); it is left alone, and the history is not used")
        return nil
    }

    // MARK: Writing

    /// Appends a run; `names` makes those of a class, by its place in the run, if the files do not have them.
    public func append(_ run: HistoryRun, names: (Int) -> HistoryNames) { _ = append([run]) { names($1) } }

    /// Appends some runs, and warns if that fails; whether the history has them now.
    ///
    /// `names` makes those of a class, by the places of the run and of the class in it.
    public func append(_ runs: [HistoryRun], names: (Int, Int) -> HistoryNames) -> Bool {
        let lock = FilePath.makeDirectory(directory) ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1
        guard lock >= 0 else {
            warn("failed to keep the history of tests in '\(directory)': \(SystemFault.reason(errno))")
            return false
        }
        defer { close(lock) }
        let isLocked = FileLock.take(lock)
        guard isUsable(.runs), let known = blocks(.names) else { return false }
        var keys = Set(known.all.map(HistoryNames.key(of:)))
        var (added, blocks): ([UInt8], [UInt8]) = ([], [])
        for (place, run) in runs.enumerated() {
            for (index, item) in run.classes.enumerated() where keys.insert(item.key).inserted {
                added += HistoryBlocks.framed(names(place, index).bytes)
            }
            blocks += HistoryBlocks.framed(run.bytes)
        }
        guard let nameSize = append(added, to: .names), let runSize = append(blocks, to: .runs) else { return false }
        if isLocked, nameSize + runSize > Self.sizeLimit { compact() }
        return true
    }

    /// Whether a file is ours or missing.
    private func isUsable(_ file: File) -> Bool {
        let bytes: [UInt8]
        do throws(InputFile.Fault) {
            let input = try InputFile(path: path(file))
            var head = [UInt8](repeating: 0, count: file.title.count)
            bytes = Array(head.prefix(try input.read(into: &head)))
            if bytes.isEmpty { return true }
            return start(head, file) != nil
        } catch {
            if error.isMissing { return true }
            warn("failed to read the history of tests '\(path(file))': \(error)")
            return false
        }
    }

    /// Appends bytes to a file in one write; how many it then has, nil if that failed.
    private func append(_ bytes: [UInt8], to file: File) -> Int? {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = open(path(file), flags, 0o666)
        guard descriptor >= 0, let information = stat(descriptor: descriptor) else {
            warn("failed to write the history of tests '\(path(file))': \(SystemFault.reason(errno))")
            return nil
        }
        defer { close(descriptor) }
        let size = Int(information.st_size)
        if bytes.isEmpty { return size }
        let all = size == 0 ? file.title + bytes : bytes
        if let code = all.withUnsafeBytes({ $0.writeAll(to: descriptor) }) {
            warn("failed to write the history of tests '\(path(file))': \(SystemFault.reason(code))")
            return nil
        }
        return size + all.count
    }

    /// Writes the files anew, without what is too old.
    private func compact() {
        guard var content = content() else { return }
        content.trim(toResults: results, bytes: Self.trimmedSize)
        var (names, runs) = (File.names.title, File.runs.title)
        // In the order in which runs first used them, so that the same content has the same bytes.
        var written: Set<UInt64> = []
        for run in content.runs {
            for item in run.classes where written.insert(item.key).inserted {
                if let own = content.names[item.key] { names += HistoryBlocks.framed(own.bytes(key: item.key)) }
            }
            runs += HistoryBlocks.framed(run.bytes)
        }
        // Names first: those that no run uses do no harm, and runs without names would be lost.
        if replace(.names, names) { _ = replace(.runs, runs) }
    }

    /// Puts new bytes in a file's place, at one stroke.
    private func replace(_ file: File, _ bytes: [UInt8]) -> Bool {
        guard let code = FileDraft.replace(path(file), by: bytes) else { return true }
        warn("failed to write the history of tests '\(path(file))': \(SystemFault.reason(code))")
        return false
    }
}
