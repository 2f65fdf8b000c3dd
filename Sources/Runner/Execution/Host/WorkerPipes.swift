// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// The pipes between the host and a worker, closed on exec: one for messages, one for the host's orders.
struct WorkerPipes {
    /// The worker writes messages to it.
    let messages: PipeEnds
    /// The host writes to it.
    let control: PipeEnds
    /// The word that begins each message.
    let mark = UInt32.random(in: .min ... .max)

    /// Makes them.
    init() throws(SystemFault) {
        messages = try PipeEnds()
        do throws(SystemFault) { control = try PipeEnds() } catch {
            close(messages.read)
            close(messages.write)
            throw error
        }
    }

    /// All ends.
    var descriptors: [Int32] { [messages.read, messages.write, control.read, control.write] }

    /// In the host: closes the worker's end of the pipe for messages.
    ///
    /// The host keeps both ends of the other one, since it takes back what a worker has not read.
    func closeWorkersEnd() { close(messages.write) }
}
