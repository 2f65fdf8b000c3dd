// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// The pipes between the host and a worker, closed on exec: one for messages, one for the host's signal to go on.
struct WorkerPipes {
    /// Both ends of a pipe.
    typealias Ends = (read: Int32, write: Int32)

    /// The worker writes messages to it.
    let messages: Ends
    /// The host writes to it.
    let control: Ends
    /// The word that begins each message.
    let mark = UInt32.random(in: .min ... .max)

    /// Makes them.
    init() throws(SystemFault) {
        messages = try Self.ends()
        do throws(SystemFault) { control = try Self.ends() } catch {
            close(messages.read)
            close(messages.write)
            throw error
        }
    }

    /// All ends.
    var descriptors: [Int32] { [messages.read, messages.write, control.read, control.write] }

    /// Both ends of a new pipe.
    static func ends() throws(SystemFault) -> Ends {
        var ends: [Int32] = [-1, -1]
        guard worker_pipe(&ends) == 0 else { throw SystemFault("failed to make a pipe") }
        return (ends[0], ends[1])
    }

    /// In the host: closes the worker's ends.
    func closeWorkersEnds() {
        close(messages.write)
        close(control.read)
    }
}
