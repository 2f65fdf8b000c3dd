// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// A file in memory in which an adapter keeps what it has listed of a test executable, for all processes that open it in a run.
///
/// Each worker inherits it, so it is not among the descriptors that a worker closes.
final class KeptAdapterListing: Sendable {
    /// The file; -1 if the system gives none.
    let number: Int32 = worker_memory_file()

    /// Whether a process has begun to list the tests by itself, and has not come to the end.
    var isBroken: Bool {
        stat(descriptor: number)?.st_size == 1
    }

    deinit { if number >= 0 { close(number) } }
}
