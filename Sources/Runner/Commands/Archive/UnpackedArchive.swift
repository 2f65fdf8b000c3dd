// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// The archive that a command line names, unpacked for a run.
///
/// The system's loader reads `LD_LIBRARY_PATH` when a program starts. So where an archive has libraries, the runner becomes
/// itself anew with them in the variable, and finds by another variable what it has unpacked.
///
/// A class: a start without an archive need not make the metadata of what a manifest has.
final class UnpackedArchive {
    /// The word of the command line.
    let word: String
    /// Where it was unpacked.
    let directory: String
    /// The list of its contents.
    let manifest: ArchiveManifest

    /// The variable that gives the runner's second self the directory: its process and the path.
    private static let variable = "RUNNER_UNPACKED"
    /// The prefix of the directory's name.
    private static let prefix = "testkit-archive-"

    /// An archive that is unpacked.
    private init(word: String, directory: String, manifest: ArchiveManifest) {
        (self.word, self.directory, self.manifest) = (word, directory, manifest)
    }

    /// Unpacks the archive that a command line names; nil where it names none.
    ///
    /// Where the archive has libraries, this does not return: the program begins anew.
    static func open(_ words: CommandLineWords, _ arguments: [String]) throws -> UnpackedArchive? {
        guard let word = words.operands.first(where: isArchive) else { return nil }
        if let other = words.operands.first(where: { $0 != word && Options.isPath($0) }) {
            throw UsageError.conflict("the archive '\(word)'", "'\(other)'")
        }
        let options = try words.options()
        if options.watch { throw UsageError.conflict("--watch", "an archive") }
        if word == "-", options.idFiles.contains("-") {
            throw UsageError.conflict("--ids -", "an archive on standard input")
        }
        try Interrupts.watch()
        if let archive = try adopted(word) { return archive }
        let archive = try unpacked(word)
        if archive.manifest.searched.isEmpty { return archive }
        defer { archive.remove() }
        throw try archive.replaceProcess(arguments)
    }

    /// Whether an operand is an archive: standard input, or a file that is one by its name or its content.
    private static func isArchive(_ word: String) -> Bool {
        if word == "-" { return true }
        if word.hasSuffix(".so") || word.hasSuffix("/") { return false }
        guard let information = stat(path: word), information.kind == S_IFREG else { return false }
        if word.hasSuffix(".tar") || word.contains(".tar.") { return true }
        guard information.st_size >= 512, let bytes = try? FileBytes(path: word) else { return false }
        return (try? bytes.contains(Array("ustar".utf8), at: 257)) ?? false
    }

    /// Unpacks an archive into a new directory.
    private static func unpacked(_ word: String) throws -> UnpackedArchive {
        let input: InputFile
        do throws(InputFile.Fault) { input = try InputFile(path: word, .regularOrPipe) } catch {
            throw ArchiveFault(archive: word, place: nil, reason: error.description)
        }
        let parent = FilePath.temporary
        guard let real = FilePath.real(parent) else { throw SystemFault("cannot unpack into '\(parent)'") }
        guard let directory = FilePath.makeUniqueDirectory("\(real)/\(prefix)") else {
            throw SystemFault("cannot make a directory in '\(parent)' to unpack into")
        }
        worker_guard_directory(directory)
        do {
            let manifest = try Unpacker.unpack(TarReader(input, name: word), into: directory)
            return UnpackedArchive(word: word, directory: directory, manifest: manifest)
        } catch {
            remove(directory)
            throw error
        }
    }

    /// The archive that this process unpacked before it began anew; nil if it did not.
    private static func adopted(_ word: String) throws -> UnpackedArchive? {
        guard let value = getenv(variable).map({ String(cString: $0) }) else { return nil }
        unsetenv(variable)
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, Int32(parts[0]) == getpid() else { return nil }
        let directory = String(parts[1])
        // Never deletes a directory that a forged variable names.
        guard FilePath.name(of: directory).hasPrefix(prefix), let information = stat(link: directory),
            information.st_mode & (S_IFMT | 0o777) == S_IFDIR | 0o700, information.st_uid == geteuid()
        else { return nil }
        worker_guard_directory(directory)
        do {
            let file = try InputFile(path: directory + "/" + ArchiveManifest.path)
            let manifest = try ArchiveManifest(try file.readAll(limit: Int(ArchiveManifest.sizeLimit)))
            return UnpackedArchive(word: word, directory: directory, manifest: manifest)
        } catch {
            remove(directory)
            throw ArchiveFault(archive: word, place: nil, reason: "its unpacked files were removed or changed")
        }
    }

    /// Becomes the same program with the archive's libraries; returns only if that failed.
    private func replaceProcess(_ arguments: [String]) throws(Unpacker.Interrupted) -> SystemFault {
        var paths = manifest.searched.map { directory + "/" + $0 }
        if let others = getenv("LD_LIBRARY_PATH").map({ String(cString: $0) }), !others.isEmpty { paths.append(others) }
        setenv("LD_LIBRARY_PATH", paths.joined(separator: ":"), 1)
        setenv(Self.variable, "\(getpid()) \(directory)", 1)
        if manifest.count(.tool) > 0 {
            Backtraces.setForSuccessor(backtracer: directory + "/" + ArchiveManifest.backtracer)
        }
        var pointers =
            ([worker_argument(0).map { String(cString: $0) } ?? "runner"] + arguments).map { strdup($0) } + [nil]
        worker_heed_write_limit()
        // Until the handlers are there again.
        worker_hold_interrupts()
        if worker_is_interrupted() != 0 { throw Unpacker.Interrupted() }
        execv("/proc/self/exe", &pointers)
        let fault = SystemFault("failed to start the runner anew with the archive's libraries")
        unsetenv(Self.variable)
        return fault
    }

    /// Removes the unpacked files.
    func remove() { Self.remove(directory) }

    /// Removes a directory and its guard.
    private static func remove(_ directory: String) {
        FilePath.remove(directory)
        worker_guard_directory(nil)
    }

    // MARK: The run

    /// The operands in place of the archive: its bundles, and the directories whose settings count.
    func operands(_ words: CommandLineWords) -> [String] {
        let bundles = manifest.files.filter { $0.role == .bundle }.map { directory + "/" + $0.path }
        return bundles + manifest.configured.map { directory + "/" + $0 } + words.operands.filter { $0 != word }
    }

    /// The names of the bundles in identities, by path.
    var names: [String: String] {
        Dictionary(uniqueKeysWithValues: manifest.files.map { (directory + "/" + $0.path, $0.name) })
            .compactMapValues(\.self)
    }

    /// The libraries that open test executables, by the executable's path.
    var adapters: [String: String] {
        Dictionary(uniqueKeysWithValues: manifest.files.map { (directory + "/" + $0.path, $0.adapter) })
            .compactMapValues { $0.map { directory + "/" + $0 } }
    }

    /// The directory of the sources; nil if there are none.
    var sources: String? {
        manifest.count(.source) > 0 ? directory + "/" + ArchiveManifest.sources : nil
    }
}
