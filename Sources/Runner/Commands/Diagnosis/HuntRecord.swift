// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerSupport

/// The progress of a hunt, from which the next one of the same tests continues (`.testkit/hunt`, docs/STATE.md).
struct HuntRecord {
    /// The first words of the file.
    private static let magic = "testkit-hunt 1"
    /// A limit that no such file reaches.
    private static let sizeLimit = 4096

    /// The directory of the file; nil if none is kept.
    private let directory: String?
    /// The name of the file.
    private let name: String
    /// A hash of the subject: the tests, their numbering, and the builds of the bundles.
    private let digest: UInt64
    /// The number of orders that have been run.
    private(set) var done = 0

    /// Hashes the subject of a hunt.
    static func digest(of words: some Sequence<String>) -> UInt64 {
        var hash = SipHash24(k0: 0, k1: OrderKey.domain)
        for word in words { hash.append("\(word)\n".utf8) }
        return hash.finalized()
    }

    /// Looks up how far the last hunt of the same tests came, by the names of these; nowhere if there is no file that fits.
    init(_ name: String, in directory: String?, of tests: [String], _ prepared: PreparedRun) {
        (self.name, self.directory) = (name, directory)
        digest = Self.digest(of: tests + prepared.start.facts.stamps.map { $0?.text ?? "" })
        guard directory != nil, let bytes = try? InputFile(path: path).readAll(limit: Self.sizeLimit) else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix(head), let done = Int(text.dropFirst(head.count).prefix { $0 != "\n" }) else { return }
        self.done = max(0, done)
    }

    /// The file's path.
    private var path: String { "\(directory ?? "")/\(name)" }

    /// The file's text, up to the number.
    private var head: String { "\(Self.magic)\ndigest \(digest)\ndone " }

    /// Notes how many orders have been run.
    mutating func note(_ done: Int) {
        self.done = done
        guard let directory, FilePath.makeDirectory(directory) else { return }
        _ = FileDraft.replace(path, by: Array("\(head)\(done)\n".utf8))
    }
}
