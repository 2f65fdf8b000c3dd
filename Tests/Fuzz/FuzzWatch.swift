// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Ends the process, with a word, when an input takes too long, and leaves the input in the corpus when it crashes.
///
/// Each input is written to a file before it is read, so it survives whatever happens to the process.
final class FuzzWatch: Sendable {
    /// How long one input may take, in seconds.
    static let patience = 20.0

    /// The input that is being read.
    private struct Current {
        /// Of which target.
        var target: FuzzTarget?
        /// Its name.
        var name = ""
        /// Its bytes.
        var bytes: [UInt8] = []
        /// When reading began.
        var since = Date()
    }

    /// The input that is being read; locked, since a thread looks at it that the reader does not know.
    private let current = Mutex(Current())

    /// The one watch.
    static let shared: FuzzWatch = {
        let watch = FuzzWatch()
        Thread.detachNewThread { watch.look() }
        return watch
    }()

    /// Looks, as long as the process lives.
    private func look() {
        while true {
            Thread.sleep(forTimeInterval: 0.5)
            current.withLock { current in
                guard let target = current.target, -current.since.timeIntervalSinceNow > Self.patience else { return }
                let path = FuzzCorpus.keep(current.bytes, for: target, "hang-\(current.name)")
                FileHandle.standardError.write(
                    Data(
                        "fuzz: \(target.name): input \(current.name) takes more than \(Self.patience) s: \(path)\n".utf8
                    ))
                abort()
            }
        }
    }

    /// Reads an input under watch.
    func run(_ target: FuzzTarget, _ name: String, _ bytes: [UInt8]) throws {
        let file = FuzzCorpus.keep(bytes, for: target, "crash-\(name)")
        current.withLock { $0 = Current(target: target, name: name, bytes: bytes) }
        defer {
            current.withLock { $0.target = nil }
            unlink(file)
        }
        try target.run(bytes)
    }
}
