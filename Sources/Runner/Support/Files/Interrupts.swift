// SPDX-License-Identifier: MIT

import WorkerShims

/// The signals that end a run or another command, or change it.
public enum Interrupts {
    /// Takes them from now on; a descriptor that is readable when one has come.
    @discardableResult
    public static func watch() throws(SystemFault) -> Int32 {
        let descriptor = worker_interrupts()
        guard descriptor >= 0 else { throw SystemFault("failed to watch for interrupts (pipe2, rt_sigaction)") }
        return descriptor
    }

    /// Watches them unless something here does already.
    public static func watchIfUnwatched() throws(SystemFault) { if worker_watches_interrupts() == 0 { try watch() } }

    /// Has the first of them end the process, whatever it is doing, as a command that was cut short.
    ///
    /// For commands that run no test: nothing but their own unfinished files must be tidied up, and `ReportFile` guards those.
    public static func endCommand(saying words: StaticString, status: Int32) throws(SystemFault) {
        let code = worker_end_at_interrupt(status, UnsafePointer(OpaquePointer(words.utf8Start)))
        guard code == 0 else { throw SystemFault("failed to watch for interrupts (pipe2, rt_sigaction)") }
    }
}
