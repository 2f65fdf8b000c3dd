// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The fingerprints of builds, made before: one file for each bundle, with those of its last build.
///
/// What cannot be read, or is of another build, is made anew without a word.
public struct FingerprintCache {
    /// What is kept of a bundle.
    public struct Entry {
        /// The number of the file that was read.
        public var image: UInt64 = 0
        /// Its fingerprints.
        public var fingerprints: ImageFingerprints?
        /// How it was linked once more.
        public var link: RelocatedLink?

        /// Nothing is known.
        public init() {}
    }

    /// The directory.
    private let directory: String
    /// The largest file that is read, in bytes, and the most bundles that have one.
    private static let (sizeLimit, countLimit) = (1 << 27, 64)
    /// The first line: of another version, or made by another rule, nothing is taken.
    private static let header = Array("testkit fingerprints 3 \(Version.text)\n".utf8)

    /// Uses a directory, which is made when something is kept.
    public init(directory: String) { self.directory = directory }

    /// The path of a bundle's file.
    private func path(for bundle: String) -> String {
        "\(directory)/\(Fingerprint.of(bundle.utf8).hexadecimal)"
    }

    /// What is kept of a bundle.
    public func entry(for bundle: String) -> Entry {
        (try? InputFile(path: path(for: bundle)).readAll(limit: Self.sizeLimit)).flatMap(Self.entry) ?? Entry()
    }

    /// Keeps what is known of a bundle; of too many, the oldest goes.
    public func keep(_ entry: Entry, for bundle: String) {
        guard FilePath.makeDirectory(directory) || errno == EEXIST else { return }
        // What cannot be kept is made again.
        _ = FileDraft.replace(path(for: bundle), by: Self.bytes(entry))
        makeRoom()
    }

    /// Removes the oldest files of too many.
    private func makeRoom() {
        let names = FilePath.names(in: directory)
        if names.count <= Self.countLimit { return }
        let ages = names.map { name -> (age: Int, path: String) in
            let path = "\(directory)/\(name)"
            return (stat(path: path)?.st_mtim.tv_sec ?? 0, path)
        }
        for old in ages.sorted(by: { $0.age < $1.age }).prefix(names.count - Self.countLimit) { unlink(old.path) }
    }

    // MARK: Bytes

    /// The bytes of an entry.
    static func bytes(_ entry: Entry) -> [UInt8] {
        var writer = CompactWriter()
        writer.add(fixed: entry.image)
        writer.add(fixed: entry.link?.command ?? 0)
        writer.add(entry.link?.place ?? 0)
        writer.add(entry.link?.words ?? [])
        let made = entry.fingerprints
        writer.add(fixed: made?.common ?? 0)
        writer.add(fixed: made?.names ?? 0)
        writer.add(made?.obstacle ?? "")
        let numbers = writer.addFiles(of: (made?.functions ?? []).lazy.map(\.source))
        writer.add(made?.functions.count ?? 0)
        for function in made?.functions ?? [] {
            writer.add(Int(function.address))
            writer.add(function.name)
            writer.add(fixed: function.key)
            writer.add(function.source, numbers)
        }
        return writer.sealed(behind: header)
    }

    /// Reads what `bytes` gave; nil where it makes no sense.
    static func entry(_ bytes: [UInt8]) -> Entry? {
        guard bytes.starts(with: header), var reader = CompactReader(sealed: bytes, behind: header) else { return nil }
        var entry = Entry()
        entry.image = reader.fixed()
        let (command, place) = (reader.fixed(), reader.number())
        entry.link = RelocatedLink(command: command, words: reader.list { $0.text() }, place: place)
        let (common, names, obstacle) = (reader.fixed(), reader.fixed(), reader.text())
        let files = reader.list { $0.text() }
        let functions = reader.list { reader -> ImageFingerprints.Function in
            let (address, name, key) = (reader.number(), reader.text(), reader.fixed())
            return ImageFingerprints.Function(
                address: UInt32(truncatingIfNeeded: address), name: name, key: key, source: reader.lines(files))
        }
        guard reader.isComplete else { return nil }
        entry.fingerprints = ImageFingerprints(
            functions: functions, common: common, names: names, obstacle: obstacle.isEmpty ? nil : obstacle)
        return entry
    }
}
