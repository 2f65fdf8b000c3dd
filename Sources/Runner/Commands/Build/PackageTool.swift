// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// A running `swift …`.
struct PackageTool: ~Copyable {
    /// The exit status where there is no such program.
    static let notFound: Int32 = 127
    /// The exit status of a process that a signal ended.
    private static let ended: Int32 = 128

    /// Its process; nil if there is no such program.
    private var process: ChildProcess?
    /// The pipe with its standard output; nil if that is shown.
    private let output: FileDescriptor?

    /// Takes over a process and the pipe from it.
    private init(_ process: consuming ChildProcess?, _ output: consuming FileDescriptor?) {
        self.process = process
        self.output = output
    }

    /// Starts it with arguments: what it prints is shown on standard error, or kept.
    ///
    /// No initializer: one that throws makes the compiler of Swift 6.2 end, where that checks itself.
    static func start(_ arguments: [String], isShown: Bool) throws(SystemFault) -> PackageTool {
        var launch = Launch(["swift"] + arguments, output: .both(STDERR_FILENO))
        var reading: FileDescriptor?
        var writing: FileDescriptor?
        if !isShown {
            let pipe = try PipeEnds()
            reading = pipe.reading.take()
            writing = pipe.writing.take()
            launch.output = .descriptor(writing.number ?? -1)
        }
        var process: ChildProcess?
        do throws(ChildProcess.NotStarted) {
            process = try ChildProcess(launch)
        } catch {
            guard error.code == ENOENT else { throw SystemFault("failed to start 'swift'", because: error.reason) }
        }
        if let end = writing.take() { end.close() }
        return PackageTool(process.take(), reading.take())
    }

    /// Waits for its end, and hands on signals that are to end the runner; its exit status.
    mutating func wait(interrupts: Int32) -> Int32 {
        while case .interrupted(let signal)? = process?.wait(interrupts: interrupts) { process?.signal(signal) }
        return finish()
    }

    /// The text that it printed, once it has ended; nil if it failed.
    mutating func text() -> String? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while let number = output.number {
            let count = read(number, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            bytes += chunk.prefix(count)
        }
        guard finish() == 0 else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Waits for its end; its exit status.
    private mutating func finish() -> Int32 {
        switch process?.wait() {
        case nil: Self.notFound
        case .exited(let code): code
        case .signaled: Self.ended
        }
    }
}
