// SPDX-License-Identifier: MIT

import WorkerShims

/// The signals that end a run or change it.
enum Interrupts {
    /// Takes them from now on; a descriptor that is readable when one has come.
    @discardableResult
    static func watch() throws(SystemFault) -> Int32 {
        let descriptor = worker_interrupts()
        guard descriptor >= 0 else { throw SystemFault("failed to watch for interrupts") }
        return descriptor
    }
}
