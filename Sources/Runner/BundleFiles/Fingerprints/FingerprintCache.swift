// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The fingerprints of builds, made before: one file for each bundle, with those of its last build.
///
/// A fingerprint that cannot be read, or that belongs to another build, is made anew without a message.
public struct FingerprintCache {
    /// The entry of a bundle.
    public struct Entry {
        /// The number of the file that was read.
        public var image: UInt64 = 0
        /// Its fingerprints.
        public var fingerprints: ImageFingerprints?
        /// The second link of the bundle.
        public var link: RelocatedLink?

        /// Nothing is known.
        public init() {}
    }

    /// The directory.
    private let directory: String
    /// The largest file that is read, in bytes, and the most bundles that have one.
    private static let (sizeLimit, countLimit) = (1 << 27, 64)
    /// The first line: of another version, or made by another rule, nothing is taken.
    private static let header = Array("testkit fingerprints 4 \(Version.text)\n".utf8)

    /// Uses a directory, which is made when something is kept.
    public init(directory: String) { self.directory = directory }

    /// The path of a bundle's file.
    private func path(for bundle: String) -> String {
        "\(directory)/\(Fingerprint.of(bundle.utf8).hexadecimal)"
    }

    /// The entry of a bundle.
    public func entry(for bundle: String) -> Entry {
        (try? InputFile(path: path(for: bundle)).readAll(limit: Self.sizeLimit)).flatMap(Self.entry) ?? Entry()
    }

    /// Keeps the entry of a bundle; removes the oldest of too many.
    public func keep(_ entry: Entry, for bundle: String) {
        guard FilePath.makeDirectory(directory) || errno == EEXIST else { return }
        // An entry that cannot be kept is made again.
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
        var (coder, entry) = (CompactCoder(), entry)
        pass(&entry, &coder)
        return coder.sealed(behind: header)
    }

    /// Reads the output of `bytes`; nil where it makes no sense.
    static func entry(_ bytes: [UInt8]) -> Entry? {
        guard bytes.starts(with: header), var coder = CompactCoder(sealed: bytes, behind: header) else { return nil }
        var entry = Entry()
        pass(&entry, &coder)
        return coder.isComplete ? entry : nil
    }

    /// Passes all of an entry; of what is not known, what is empty.
    private static func pass(_ entry: inout Entry, _ coder: inout CompactCoder) {
        var (link, made) = (entry.link ?? RelocatedLink(), entry.fingerprints ?? ImageFingerprints())
        coder.pass(fixed: &entry.image)
        coder.pass(fixed: &link.command)
        coder.pass(&link.place)
        coder.pass(&link.words)
        coder.pass(fixed: &made.common)
        coder.pass(fixed: &made.names)
        coder.pass(&made.obstacle, blank: "") { $1.pass(&$0) }
        let files = coder.pass(filesOf: made.functions.lazy.map(\.source))
        coder.pass(&made.functions, blank: ImageFingerprints.Function()) { function, coder in
            coder.pass(&function.address)
            coder.pass(&function.name)
            coder.pass(fixed: &function.key)
            coder.pass(&function.source, files)
        }
        (entry.link, entry.fingerprints) = (link, made)
    }
}
