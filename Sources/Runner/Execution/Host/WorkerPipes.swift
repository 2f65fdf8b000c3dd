// SPDX-License-Identifier: MIT

import RunnerSupport

/// The pipes between the host and a worker: one for messages, one for the host's orders.
struct WorkerPipes {
    /// The worker writes messages to it.
    let messages: PipeEnds
    /// The host writes to it.
    let control: PipeEnds
    /// The word that begins each message.
    let mark = UInt32.random(in: .min ... .max)

    /// Makes them.
    init() throws(SystemFault) { (messages, control) = (try PipeEnds(), try PipeEnds()) }

    /// In the host: closes the worker's end of the pipe for messages.
    ///
    /// The host keeps both ends of the other one, since it takes back what a worker has not read.
    func closeWorkersEnd() { messages.writing = nil }
}
