// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// Ends the process, with a word, when an input takes too long, and leaves the input in the corpus when it crashes.
///
/// Each input is written to a file before it is read, so it survives whatever happens to the process.
final class FuzzWatch: Sendable {
    /// How much processor time one input may take, in seconds: that of a busy machine does not count.
    static let patience = 20.0
    /// How long one that waits for something may take, in seconds.
    static let waitingPatience = 600.0

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
        /// The clock of the reading thread's processor time: what other threads use meanwhile does not count.
        var clock = ownClock()
        /// The clock's time when reading began, in seconds.
        var used = clockSeconds(ownClock())

        /// Why it takes too long; nil if it does not.
        var delay: String? {
            if clockSeconds(clock) - used > patience {
                return "takes more than \(patience) s of processor time"
            }
            return -since.timeIntervalSinceNow > waitingPatience ? "takes more than \(waitingPatience) s" : nil
        }
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
                guard let target = current.target, let delay = current.delay else { return }
                let path = FuzzCorpus.keep(current.bytes, for: target, "hang-\(current.name)")
                FileHandle.standardError.write(
                    Data(
                        "fuzz: \(target.name): input \(current.name) \(delay): \(path)\n".utf8))
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

/// The clock of this thread's processor time, which other threads can read as well.
private func ownClock() -> clockid_t {
    var clock: clockid_t = 0
    pthread_getcpuclockid(pthread_self(), &clock)
    return clock
}

/// The time of a clock, in seconds.
private func clockSeconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
