// SPDX-License-Identifier: MIT

import Foundation

@testable import RunnerSupport
@testable import Runner

extension FuzzTarget {
    /// Archives of another machine.
    static let archive = FuzzTarget(
        name: "archive", seeds: [sampleArchive(long: false), sampleArchive(long: true)],
        tokens: [
            "../", "/", "./", "ustar\0" + "00", "ustar  \0", "testkit-archive.json", "bundles/", "\"path\":",
            "\"files\":[", "\0\0\0\0",
            "00000000777\0", "-0000000001\0", "path=", "size=", "GNU.sparse.",
        ]
    ) { bytes in
        // A header is read only if its sum is right, which chance does not make.
        let bytes = withSums(bytes)
        let file = try FuzzFile(bytes)
        let parent = FileManager.default.temporaryDirectory.appending(path: "fuzz-archive-\(getpid())")
        let inside = parent.appending(path: "in")
        try? FileManager.default.removeItem(at: parent)
        try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: parent) }
        _ = try? Unpacker.unpack(TarReader(try InputFile(path: file.path), name: "a.tar"), into: inside.path)
        if try FileManager.default.contentsOfDirectory(atPath: parent.path) != ["in"] {
            throw Finding(description: "something was unpacked beside the directory")
        }
        for case let url as URL in FileManager.default.enumerator(at: inside, includingPropertiesForKeys: nil)
            ?? .init()
        {
            let type = try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
            if type != .typeRegular, type != .typeDirectory { throw Finding(description: "not a file: \(url.path)") }
        }
    }

    /// The bytes with the sum of each block that looks like a header put right.
    private static func withSums(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for start in stride(from: 0, to: bytes.count - bytes.count % 512, by: 512) {
            guard bytes[start + 257..<start + 262].elementsEqual("ustar".utf8) else { continue }
            let digits = String(TarHeader.checksum(of: Array(bytes[start..<start + 512])), radix: 8)
            let text = Array((String(repeating: "0", count: 6 - digits.count) + digits).utf8) + [0, 0x20]
            bytes.replaceSubrange(start + 148..<start + 156, with: text)
        }
        return bytes
    }

    /// A small archive.
    private static func sampleArchive(long: Bool) -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "fuzz-seed-\(getpid()).tar").path
        defer { unlink(path) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var tar = TarWriter(descriptor)
        var manifest = ArchiveManifest()
        let name = long ? "bundles/" + String(repeating: "d/", count: 130) + "libA.so" : "bundles/libA.so"
        manifest.files = [
            .init(path: name, role: .bundle, name: "A"), .init(path: "bundles/data.json", role: .resource),
        ]
        manifest.searched = ["libraries"]
        let json = manifest.json
        tar.add(TarEntry(path: ArchiveManifest.path, size: UInt64(json.count)), json)
        tar.add(TarEntry(path: name, size: 3, isExecutable: true), [1, 2, 3])
        tar.add(TarEntry(path: "bundles/data.json", size: 600), [UInt8](repeating: 0x20, count: 600))
        _ = tar.end()
        close(descriptor)
        return Array((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data())
    }
}
