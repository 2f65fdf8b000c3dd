// SPDX-License-Identifier: MIT

import Glibc
import Testing
import WorkerShims

@testable import RunnerSupport
@testable import RunnerExecution

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

    @Test("what spoils the process for other classes is reported once, in words, and is remembered")
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

    @Test("what another thread has open for a moment, as bundles are opened, does not count as closed by a class")
    func openForAMoment() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                func attempt() -> [String] {
                    guard let watch = LeakWatch() else { return ["no memory"] }
                    // The second is closed once the main thread sleeps: to wait for that, or to join the other.
                    var files = [open("/proc/thread-self/stat", O_RDONLY), open("/dev/null", O_RDONLY), 0]
                    return files.withUnsafeMutableBufferPointer { files in
                        var thread = pthread_t()
                        pthread_create(
                            &thread, nil,
                            { files in
                                guard let files = files?.assumingMemoryBound(to: Int32.self) else { return nil }
                                while files[2] == 0 { sched_yield() }
                                var text = [UInt8](repeating: 0, count: 256)
                                while !String(decoding: text, as: UTF8.self).contains(") S ") {
                                    pread(files[0], &text, text.count, 0)
                                }
                                close(files[1])
                                return nil
                            }, files.baseAddress)
                        files[2] = 1
                        watch.rebase()
                        pthread_join(thread, nil)
                        defer { close(files[0]) }
                        return watch.changes(hasLostPipe: false).filter { $0.hasSuffix(" closed: \(files[1])") }
                    }
                }
                // On a busy machine, that thread may get no processor for longer than the watch waits.
                let count = (0..<20).count { _ in !attempt().isEmpty }
                return count < 10 ? [] : ["\(count) of 20"]
            }
            #expect(told == [])
        }
    }

    @Test("hardly any descriptors or thread-specific keys left for the next class spoil the process")
    func crowds() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                let descriptors = Self.words { for _ in 0..<110 { _ = open("/dev/null", O_RDONLY) } }
                let keys = Self.words {
                    var key = pthread_key_t()
                    while pthread_key_create(&key, nil) == 0 {}
                }
                return descriptors.filter { !$0.contains("left open") } + keys
            }
            #expect(
                told == [
                    "spoilt, descriptors: half of the low ones are in use",
                    "spoilt, keys of pthread_key_create: nearly all in use",
                ])
        }
    }

    @Test("a timer of timer_create that is left spoils the process, and one that is deleted does not")
    func timers() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                func make() -> timer_t? {
                    var event = sigevent()
                    event.sigev_notify = Int32(SIGEV_NONE)
                    var timer: timer_t?
                    return timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 ? timer : nil
                }
                let deleted = Self.words { for _ in 0..<5 { if let timer = make() { timer_delete(timer) } } }
                let left = Self.words { for turn in 0..<5 { if let timer = make(), turn != 2 { timer_delete(timer) } } }
                return deleted + left + Self.words { _ = (make(), make()) }
            }
            #expect(
                told == [
                    "spoilt, timers of timer_create: 0 before, 1 now",
                    "spoilt, timers of timer_create: 1 before, 3 now",
                ])
        }
    }

    @Test("of a signal's action, flags and mask count where there is a handler, and whether children are waited for")
    func actions() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                signal(SIGUSR1) { _ in }
                let flags = Self.words {
                    var action = sigaction()
                    sigaction(SIGUSR1, nil, &action)
                    action.sa_flags |= Int32(SA_NODEFER)
                    sigaction(SIGUSR1, &action, nil)
                }
                let mask = Self.words {
                    var action = sigaction()
                    sigaction(SIGUSR1, nil, &action)
                    sigaddset(&action.sa_mask, SIGUSR2)
                    sigaction(SIGUSR1, &action, nil)
                }
                // What signal(2) does when it puts an earlier action back.
                let restored = Self.words { signal(SIGHUP, signal(SIGHUP, SIG_IGN)) }
                let children = Self.words {
                    var action = sigaction()
                    action.__sigaction_handler.sa_handler = SIG_DFL
                    action.sa_flags = Int32(SA_NOCLDWAIT)
                    sigaction(SIGCHLD, &action, nil)
                }
                return flags + mask + restored + children
            }
            #expect(told == [SIGUSR1, SIGUSR1, SIGCHLD].map { "spoilt, handlers of signals: \($0)" })
        }
    }

    @Test("a handler of a real-time signal spoils the process, by whichever function it is set, and each time anew")
    func realTimeSignals() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                let first = Self.words { signal(40, SIG_IGN) }
                let same = Self.words { signal(40, SIG_IGN) }
                let second = Self.words {
                    var action = sigaction()
                    action.__sigaction_handler.sa_handler = SIG_IGN
                    sigaction(41, &action, nil)
                }
                return first + same + second + Self.words {}
            }
            #expect(told == ["spoilt, handlers of signals: 40", "spoilt, handlers of signals: 41"])
        }
    }

    @Test("a handler that is there for one signal, and a timer, are reported when they are gone by themselves")
    func passing() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                // The test's thread may block signals.
                var none = sigset_t()
                sigemptyset(&none)
                sigprocmask(SIG_SETMASK, &none, nil)
                let handler = Self.words {
                    var action = sigaction()
                    action.__sigaction_handler.sa_handler = { _ in }
                    action.sa_flags = Int32(bitPattern: SA_RESETHAND)
                    sigaction(SIGUSR2, &action, nil)
                }
                let handled = Self.words { raise(SIGUSR2) }
                signal(SIGALRM, SIG_IGN)
                let timer = Self.words {
                    var value = itimerval()
                    value.it_value.tv_usec = 500_000
                    setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &value, nil)
                }
                let ended = Self.words {
                    var value = itimerval()
                    repeat {
                        getitimer(__itimer_which_t(ITIMER_REAL.rawValue), &value)
                    } while value.it_value.tv_usec != 0
                }
                return handler + handled + timer + ended
            }
            let timers = "spoilt, running timers of setitimer and alarm: "
            #expect(
                told == [
                    "spoilt, handlers of signals: \(SIGUSR2)", "spoilt, handlers of signals: \(SIGUSR2)",
                    timers + "none before, some now", timers + "some before, none now",
                ])
        }
    }

    @Test("another stream as stdout, and a buffer of a class's own, spoil the process; printing does not")
    func streams() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                guard let room = malloc(65536), let other = fopen("/dev/null", "w"),
                    let place = dlsym(nil, "stdout")?.assumingMemoryBound(to: UnsafeMutablePointer<FILE>.self)
                else { return ["no memory"] }
                let printed = Self.words { _ = (fputs("-", place.pointee), fflush(place.pointee)) }
                let buffer = Self.words {
                    setvbuf(place.pointee, room.assumingMemoryBound(to: CChar.self), _IOFBF, 65536)
                }
                return printed + buffer + Self.words { place.pointee = other }
            }
            let words = "spoilt, stdout or stderr: replaced, or given a buffer by the class"
            #expect(told == [words, words])
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

    @Test("what a bundle changes while it is opened, and the output that the worker replaces, are no leaks")
    func accepted() async {
        await #expect(processExitsWith: .success) {
            let told = try Self.alone {
                guard let watch = LeakWatch() else { return ["no memory"] }
                setenv("SET_BY_A_LIBRARY", "1", 1)
                let directory = open("/", O_RDONLY)
                watch.rebase()
                let opened = watch.changes(hasLostPipe: false)
                for descriptor in [STDOUT_FILENO, STDERR_FILENO] { dup2(directory, descriptor) }
                watch.acceptOutput()
                let early = opened + watch.changes(hasLostPipe: false) + [watch.isSpoilt ? "spoilt" : "as it was"]
                // A class that closed the runner's own pipe.
                return early + watch.changes(hasLostPipe: true) + [watch.isSpoilt ? "spoilt" : "as it was"]
            }
            #expect(told == ["as it was", "descriptors closed: those of the runner", "spoilt"])
        }
    }
}
