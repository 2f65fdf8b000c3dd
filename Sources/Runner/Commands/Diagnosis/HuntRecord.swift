// SPDX-License-Identifier: MIT

import RunnerSupport

/// The progress of a hunt, from which the next one continues (`.testkit/hunt`, docs/STATE.md).
struct HuntRecord: Equatable {
    /// The name of the file in the directory for the record of runs.
    static let fileName = "hunt"
    /// The first words of the file.
    private static let magic = "testkit-hunt 1"
    /// A limit that no such file reaches.
    private static let sizeLimit = 4096

    /// A hash of the subject: the tests, their numbering, and the builds of the bundles.
    var digest: UInt64
    /// How many orders have been run.
    var done: Int

    /// Hashes the subject of a hunt.
    static func digest(of words: some Sequence<String>) -> UInt64 {
        var hash = SipHash24(k0: 0, k1: OrderKey.domain)
        for word in words { hash.append("\(word)\n".utf8) }
        return hash.finalized()
    }

    /// The file's text.
    var text: String { "\(Self.magic)\ndigest \(digest)\ndone \(done)\n" }

    /// Reads a file's text; nil if it is not such a record.
    init?(text: String) {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        guard lines.count == 3, lines[0].joined(separator: " ") == Self.magic, lines[1].first == "digest",
            lines[2].first == "done", lines[1].count == 2, lines[2].count == 2, let digest = UInt64(lines[1][1]),
            let done = Int(lines[2][1]), done >= 0
        else { return nil }
        (self.digest, self.done) = (digest, done)
    }

    /// Makes a record of the progress.
    init(digest: UInt64, done: Int) { (self.digest, self.done) = (digest, done) }

    /// Writes the record to a directory.
    func write(to directory: String, _ name: String = fileName) {
        if FilePath.makeDirectory(directory) { _ = FileDraft.replace("\(directory)/\(name)", by: Array(text.utf8)) }
    }

    /// Reads the record of a directory; nil if there is none that fits.
    static func read(from directory: String, _ name: String = fileName) -> HuntRecord? {
        let bytes = try? InputFile(path: "\(directory)/\(name)").readAll(limit: sizeLimit)
        return bytes.flatMap { HuntRecord(text: String(decoding: $0, as: UTF8.self)) }
    }
}
