// SPDX-License-Identifier: MIT

import Foundation
import Testing
import WorkerShims

/// The end of a child that another process traces: the kernel tells it to the tracer alone.
struct TracedChildTests {
    /// Attaches to the process that it is given, says so, and stays.
    private static let tracer = """
        import ctypes, signal, sys
        libc = ctypes.CDLL(None, use_errno=True)
        libc.ptrace.argtypes = [ctypes.c_long] * 4
        sys.stdout.write("attached" if libc.ptrace(0x4206, int(sys.argv[1]), 0, 0) == 0 else "refused")
        sys.stdout.flush()
        signal.pause()
        """

    @Test("a child that has ended is reaped although a process of this run traces it", .timeLimit(.minutes(60)))
    func traced() throws {
        let child = try start("/bin/sleep", ["1000"])
        let output = Pipe()
        let tracer = Process()
        tracer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tracer.arguments = ["python3", "-c", Self.tracer, "\(child)"]
        tracer.standardOutput = output
        try tracer.run()
        defer { tracer.terminate() }
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        try #require(said == "attached", "PTRACE_SEIZE was \(said)")
        kill(child, SIGKILL)
        var end = worker_end()
        #expect(worker_reap(child, 1, &end) == 0)
        #expect(end.exited == 0 && end.value == SIGKILL)
    }

    /// Starts a program that this process alone waits for.
    private func start(_ path: String, _ arguments: [String]) throws -> pid_t {
        var pid: pid_t = 0
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let code = posix_spawn(&pid, path, nil, nil, words, environ)
        try #require(code == 0)
        return pid
    }
}
