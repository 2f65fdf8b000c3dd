// SPDX-License-Identifier: MIT

import Glibc

/// Wakes the main thread out of a turn of its loop.
final class MainBell: Wakeable {
    /// The only one in the process.
    static let shared = MainBell()

    /// Readable when it has been rung; -1 if the kernel gave no pipe, and then only the slices wake.
    let descriptor: CInt
    /// The descriptor to write to, which makes `descriptor` readable.
    private let button: CInt

    /// Makes a pipe that neither blocks nor outlives `exec`.
    private init() {
        var ends: [CInt] = [-1, -1]
        _ = pipe(&ends)
        descriptor = Self.settle(ends[0])
        button = Self.settle(ends[1])
    }

    /// Moves a descriptor out of the way of tests that count on low numbers, and makes it not block.
    private static func settle(_ descriptor: CInt) -> CInt {
        guard descriptor >= 0 else { return -1 }
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 200)
        close(descriptor)
        if moved >= 0 { _ = fcntl(moved, F_SETFL, O_NONBLOCK) }
        return moved
    }

    func wake() {
        // A full pipe has been rung already.
        var one: UInt8 = 1
        _ = write(button, &one, 1)
        FoundationLoop.found?.stop()
    }

    /// Takes note that the main thread is awake.
    func silence() {
        var rings = [UInt8](repeating: 0, count: 256)
        while read(descriptor, &rings, rings.count) == rings.count {}
    }
}
