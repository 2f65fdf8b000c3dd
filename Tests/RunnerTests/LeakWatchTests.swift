// SPDX-License-Identifier: MIT

import Glibc
import Testing
import WorkerShims

@testable import Runner

/// The changes that a class leaves in its process, as a worker sees them.
///
/// In a forked child of a process of its own: like a worker, it has one thread, and nobody else changes anything.
struct LeakWatchTests {
    /// Returns the lines that a child process with a single thread gives.
    private static func alone(_ body: () -> [String]) throws -> [String] {
        var pipe: [Int32] = [-1, -1]
        try #require(worker_pipe(&pipe) == 0)
        let child = worker_fork()
        if child == 0 {
            let text = Array(body().joined(separator: "\n").utf8)
            _ = text.withUnsafeBytes { $0.writeAll(to: pipe[1]) }
            _exit(0)
        }
        close(pipe[1])
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while case let count = read(pipe[0], &chunk, chunk.count), count > 0 { text += chunk[..<count] }
        close(pipe[0])
        waitpid(child, nil, 0)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The words of a new watch about one step, with a mark before those of a process that is spoilt for other classes.
    ///
    /// Before and behind the step it must see nothing.
    private static func words(_ step: () -> Void) -> [String] {
        guard let watch = LeakWatch() else { return ["no memory"] }
        let early = watch.changes(hasLostPipe: false)
        step()
        let changes = watch.changes(hasLostPipe: false)
        let late = watch.changes(hasLostPipe: false)
        return early.map { "too early: \($0)" } + changes.map { (watch.isSpoilt ? "spoilt, " : "") + $0 }
            + late.map { "told twice: \($0)" }
    }

    @Test("what spoils the process for other classes is told once, in words, and is remembered")
    func spoilt() async {
        await #expect(processExitsWith: .success) {
            chdir("/tmp")
            umask(0o022)
            let told = try Self.alone {
                Self.words { chdir("/") } + Self.words { setenv("LEFT_BY_A_TEST", "secret", 1) }
                    + Self.words { setenv("LEFT_BY_A_TEST", "other", 1) } + Self.words { unsetenv("LEFT_BY_A_TEST") }
                    + Self.words { umask(0o123) } + Self.words { signal(SIGUSR1, SIG_IGN) }
                    + Self.words { fesetround(FE_UPWARD) }
            }
            #expect(
                told == [
                    "spoilt, working directory: /tmp before, / now", "spoilt, environment variable LEFT_BY_A_TEST: set",
                    "spoilt, environment variable LEFT_BY_A_TEST: changed",
                    "spoilt, environment variable LEFT_BY_A_TEST: removed",
                    "spoilt, file mode mask: 022 before, 0123 now", "spoilt, handlers of signals: \(SIGUSR1)",
                    "spoilt, rounding or traps of floating-point numbers",
                ])
        }
    }

    @Test("descriptors that are left open spoil nothing; closed ones do")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                var directory: Int32 = -1
                let opened = Self.words { directory = open("/", O_RDONLY) }
                let replaced = Self.words { dup2(directory, STDOUT_FILENO) }
                let closed = Self.words { close(directory) }
                return ["\(directory)"] + opened + replaced + closed
            }
            let number = try #require(told.first)
            #expect(
                told.dropFirst() == [
                    "descriptors left open: \(number)", "spoilt, descriptors replaced: 1",
                    "spoilt, descriptors closed: \(number)",
                ])
        }
    }

    @Test("threads and children that are left are counted, and only threads spoil the process")
    func threadsAndChildren() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                var pid: pid_t = 0
                let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
                let children = Self.words { posix_spawnp(&pid, "sleep", nil, nil, words, nil) }
                kill(pid, SIGKILL)
                waitpid(pid, nil, 0)
                var thread = pthread_t()
                let sleeper: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
                    while true { pause() }
                }
                return children + Self.words { pthread_create(&thread, nil, sleeper, nil) }
            }
            #expect(told == ["child processes left: 1", "spoilt, threads left running: 1"])
        }
    }

    @Test("what a bundle changes while it is opened is no leak of the next class")
    func opening() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                guard let watch = LeakWatch() else { return ["no memory"] }
                setenv("SET_BY_A_LIBRARY", "1", 1)
                _ = open("/", O_RDONLY)
                watch.rebase()
                return watch.changes(hasLostPipe: false) + [watch.isSpoilt ? "spoilt" : "as it was"]
            }
            #expect(told == ["as it was"])
        }
    }

    @Test("the output that the worker itself replaces is no leak and spoils nothing")
    func replacedOutput() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                guard let watch = LeakWatch() else { return ["no memory"] }
                let directory = open("/", O_RDONLY)
                for descriptor in [STDOUT_FILENO, STDERR_FILENO] { dup2(directory, descriptor) }
                close(directory)
                watch.acceptOutput()
                return watch.changes(hasLostPipe: false) + [watch.isSpoilt ? "spoilt" : "as it was"]
            }
            #expect(told == ["as it was"])
        }
    }

    @Test("a class that closed the runner's own pipe is told")
    func lostPipe() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                guard let watch = LeakWatch() else { return ["no memory"] }
                return watch.changes(hasLostPipe: true) + [watch.isSpoilt ? "spoilt" : "as it was"]
            }
            #expect(told == ["descriptors closed: those of the runner", "spoilt"])
        }
    }
}
