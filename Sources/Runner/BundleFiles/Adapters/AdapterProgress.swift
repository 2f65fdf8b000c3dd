// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// The message for the user while an adapter is compiled, with the time so far.
final class AdapterProgress {
    /// The time between two lines where none can be drawn over, in seconds.
    private static let interval: UInt64 = 10

    /// The width of the terminal; nil where there is none.
    private let width = Terminal.width(of: STDERR_FILENO)
    /// Whether a line is drawn.
    private var isDrawn = false

    /// Says what begins.
    init(_ toolchain: String, keptIn directory: String) {
        StandardError.say(
            "compiling the adapter for XCTest and Swift Testing with \(toolchain), once for this toolchain; "
                + "it is kept in \(directory)")
    }

    /// Shows how long it has been, in nanoseconds.
    func show(after elapsed: UInt64) {
        let seconds = elapsed / 1_000_000_000
        guard let width else {
            if seconds > 0, seconds % Self.interval == 0 {
                StandardError.say("compiling the adapter: \(seconds) s so far")
            }
            return
        }
        draw(String("compiling the adapter: \(seconds) s".prefix(max(0, width - 1))))
        isDrawn = true
    }

    /// Removes what is drawn.
    func end() { if isDrawn { draw("") } }

    /// Draws over the line.
    private func draw(_ text: String) {
        var errors = TextOutput(STDERR_FILENO)
        errors.write("\r\u{1B}[K" + text)
        errors.flush()
    }
}
