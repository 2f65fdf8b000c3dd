// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// Handles processes that a bundle's code creates and that return into the worker's code.
///
/// They would run other cases and write results. They are ended, and the result of their parent counts.
///
/// Rule 48.
extension Worker {
    /// A time in which no process can be made, in nanoseconds: the quickest `vfork` that was seen took 7 µs.
    static let quickestDivision: UInt64 = 4000

    /// Ends this process as well, if it shares the worker's memory, as `vfork` has it; the worker then ends with it.
    ///
    /// The check takes a system call, so it is made where bundles are loaded, where a class begins and ends, where a
    /// report is sent, and after each case that took as long as it takes to make a process.
    func endOthers() {
        WorkerView.endStray()
        place.endIfDivided()
    }
}
