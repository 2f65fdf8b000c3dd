// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// Writes an archive: the manifest, then the files in its order.
struct ArchiveWriter {
    /// The number of bytes that are copied at once.
    private static let chunkSize = 1 << 18

    /// The archive.
    private var tar: TarWriter
    /// The size of all files, in bytes.
    private(set) var size: UInt64 = 0

    /// Writes to a descriptor.
    init(_ descriptor: Int32) { tar = TarWriter(descriptor) }

    /// Writes all; returns an `errno` if that failed.
    mutating func write(_ maker: ArchiveMaker) throws(SystemFault) -> Int32? {
        let manifest = maker.manifest.json
        tar.add(TarEntry(path: ArchiveManifest.path, size: UInt64(manifest.count)), manifest)
        for item in maker.items where tar.output.failure == nil { try copy(item) }
        return tar.end()
    }

    /// Copies a file.
    mutating func copy(_ item: ArchiveMaker.Item) throws(SystemFault) {
        do throws(InputFile.Fault) {
            let file = try InputFile(path: item.source)
            guard file.version == item.version else { throw InputFile.Fault("it changed while the archive was made") }
            let isExecutable = (stat(descriptor: file.descriptor)?.st_mode ?? 0) & 0o111 != 0
            var left = file.size ?? 0
            size += left
            tar.begin(TarEntry(path: item.file.path, size: left, isExecutable: isExecutable))
            var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
            while left > 0 {
                let count = try file.read(into: &chunk)
                guard count > 0 else { throw InputFile.Fault("it became shorter while it was read") }
                let used = Int(min(UInt64(count), left))
                tar.write(chunk[..<used])
                left -= UInt64(used)
            }
        } catch { throw SystemFault("cannot put '\(item.source)' into the archive", because: error.description) }
    }
}
