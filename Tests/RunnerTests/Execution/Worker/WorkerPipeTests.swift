// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import RunnerExecution

/// A worker's end of a pipe that a bundle's code closes.
struct WorkerPipeTests {
    @Test("a pipe that a message has opened again was lost, until that is noted")
    func openedByMessage() throws {
        let pipes = try WorkerPipes()
        var pipe = WorkerPipe(
            dup(pipes.messages.write), host: getpid(), peer: pipes.messages.read, isWriting: true, mark: pipes.mark)
        #expect(pipe.mend() == .kept)
        close(pipe.open())
        #expect(pipe.open() >= 0)
        #expect(pipe.mend() == .mended)
        #expect(pipe.mend() == .kept)
        close(pipe.open())
        #expect(pipe.mend() == .mended)
        close(pipe.open())
    }
}
