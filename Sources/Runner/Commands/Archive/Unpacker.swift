// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerSupport
import WorkerShims

/// Unpacks an archive into a directory to which no other user can write.
///
/// No path leads out of it, no link is followed, and no existing file is overwritten: each directory is opened by
/// its descriptor, and each file must be new.
struct Unpacker {
    /// An interrupt came meanwhile.
    struct Interrupted: Error {}

    /// The archive.
    private var reader: TarReader
    /// The directory.
    private let root: Int32
    /// The directory of the last file, and its descriptor.
    private var last: (names: [String], descriptor: Int32) = ([], -1)

    /// Prepares to unpack into an open directory, which stays open.
    init(_ reader: TarReader, into root: Int32) { (self.reader, self.root) = (reader, root) }

    /// Unpacks everything, and checks that it is what the manifest says.
    static func unpack(_ reader: TarReader, into directory: String) throws -> ArchiveManifest {
        let root = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard root >= 0 else { throw SystemFault("cannot unpack into '\(directory)'") }
        defer { close(root) }
        var unpacker = Unpacker(reader, into: root)
        defer { unpacker.leave() }
        let manifest = try unpacker.all()
        try unpacker.check(manifest, in: directory)
        return manifest
    }

    /// Unpacks everything.
    private mutating func all() throws -> ArchiveManifest {
        guard let first = try reader.next(), !first.isDirectory,
            TarEntry.components(of: first.path) == [ArchiveManifest.path]
        else {
            throw reader.fault(
                "its first file is not \(ArchiveManifest.path): it was not made by 'runner archive', or was packed anew"
            )
        }
        let bytes = try reader.readAll(limit: ArchiveManifest.sizeLimit)
        let manifest: ArchiveManifest
        do throws(FormatFault) { manifest = try ArchiveManifest(bytes) } catch {
            throw reader.fault(error.reason)
        }
        guard manifest.machine == ArchiveManifest.machine else {
            let words = "it was made for \(manifest.machine), and this machine is \(ArchiveManifest.machine)"
            throw reader.fault("\(words): pack what was built for this one")
        }
        try make(TarEntry(path: ArchiveManifest.path, size: UInt64(bytes.count)), [ArchiveManifest.path], bytes)
        var expected = Set(manifest.files.map(\.path))
        while let entry = try reader.next() {
            if worker_is_interrupted() != 0 { throw Interrupted() }
            guard let names = TarEntry.components(of: entry.path) else {
                throw reader.fault("the path '\(entry.path)' leads out of the archive or is not a path")
            }
            let path = names.joined(separator: "/")
            if entry.isDirectory {
                _ = try enter(names)
                continue
            }
            guard expected.remove(path) != nil else {
                throw reader.fault("'\(path)' is in it twice, or the manifest does not name it")
            }
            try make(entry, names)
        }
        try reader.drain()
        if let path = expected.min() {
            throw ArchiveFault(archive: reader.name, place: nil, reason: "it lacks '\(path)', which its manifest names")
        }
        return manifest
    }

    /// Makes a file, of given content or of that which follows in the archive.
    private mutating func make(_ entry: TarEntry, _ names: [String], _ content: [UInt8]? = nil) throws {
        let path = names.joined(separator: "/")
        let directory = try enter(names.dropLast())
        let mode: mode_t = entry.isExecutable ? 0o700 : 0o600
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(directory, names.last ?? "", flags, mode)
        guard descriptor >= 0 else { throw failed("make '\(path)'", errno) }
        defer { close(descriptor) }
        var bytes = try content?[...] ?? reader.read(limit: Int.max)
        while !bytes.isEmpty {
            if let code = bytes.withUnsafeBytes({ $0.writeAll(to: descriptor) }) {
                throw failed("write '\(path)'", code)
            }
            if worker_is_interrupted() != 0 { throw Interrupted() }
            bytes = try content == nil ? reader.read(limit: Int.max) : []
        }
        // Unpacked again, it is the same file.
        futimens(descriptor, [timespec(), timespec()])
    }

    /// Opens a directory in the archive's, which is made where it is missing; it is closed when another one is opened.
    private mutating func enter(_ names: some Collection<String>) throws -> Int32 {
        if names.isEmpty { return root }
        if last.descriptor >= 0, last.names.elementsEqual(names) { return last.descriptor }
        leave()
        var current = root
        for name in names {
            let isMade = mkdirat(current, name, 0o700) == 0 || errno == EEXIST
            let next = isMade ? openat(current, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1
            let code = errno
            if current != root { close(current) }
            guard next >= 0 else { throw failed("make the directory '\(names.joined(separator: "/"))'", code) }
            current = next
        }
        last = (Array(names), current)
        return current
    }

    /// Closes the directory of the last file.
    private mutating func leave() {
        if last.descriptor >= 0 { close(last.descriptor) }
        last = ([], -1)
    }

    /// A call to the system that failed.
    private func failed(_ what: String, _ code: Int32) -> ArchiveFault {
        reader.fault("cannot \(what) in its temporary directory ($TMPDIR): \(SystemFault.reason(code))")
    }

    /// Checks that all files have the content of which the manifest speaks.
    private func check(_ manifest: ArchiveManifest, in directory: String) throws(ArchiveFault) {
        for file in manifest.files {
            guard let content = file.content else { continue }
            guard ArchiveManifest.content(ofFile: directory + "/" + file.path) == content else {
                let words = "'\(file.path)' has changed since the manifest was made: pack the bundles again"
                throw ArchiveFault(archive: reader.name, place: nil, reason: words)
            }
        }
    }
}
