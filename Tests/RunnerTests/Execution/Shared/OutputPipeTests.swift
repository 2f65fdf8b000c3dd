// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import Testing
import WorkerShims

@testable import RunnerExecution

/// The pipe between the tests of a file and the file that takes what they print.
struct OutputPipeTests {
    @Test(
        "a file that takes no more leaves the pipe empty, so that tests go on, and the loss is known",
        arguments: [false, true])
    func full(isFull: Bool) throws {
        let file = FileDescriptor(owning: isFull ? open("/dev/full", O_RDWR) : worker_capture_file("/tmp"))
        let number = file.number ?? -1
        let pipe = try OutputPipe(into: number)
        let text = Array(repeating: UInt8(ascii: "."), count: 60_000)
        try #require(Glibc.write(pipe.ends.write, text, text.count) == text.count)
        pipe.pour()
        var left: Int32 = -1
        try #require(ioctl(pipe.ends.read, UInt(FIONREAD), &left) == 0)
        #expect(left == 0 && pipe.hasLostOutput == isFull)
        #expect(worker_length(getpid(), number) == (isFull ? 0 : 60_000))
    }
}
