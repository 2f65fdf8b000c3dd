// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import Runner

/// The changes that a class leaves in its process, as a worker sees them.
///
/// In processes of their own: what other tests do at the same time would be seen, too. The threads of Swift's concurrency
/// come and go even there, so only the test that starts one itself looks at threads.
struct LeakWatchTests {
    /// A watch, and what it says about anything but threads.
    private struct Look {
        /// The watch.
        let watch: LeakWatch
        /// Whether threads alone may have spoilt the process.
        private var sawThreads = false

        /// Starts to watch.
        init() throws { watch = try #require(LeakWatch()) }

        /// Whether something else has spoilt the process; meaningless where a thread was seen.
        var isSpoilt: Bool? { sawThreads ? nil : watch.isSpoilt }

        /// The changes since the last call.
        mutating func changes(hasLostPipe: Bool = false) -> [String] {
            let all = watch.changes(hasLostPipe: hasLostPipe)
            let others = all.filter { !$0.hasPrefix("threads left running") }
            if others.count < all.count { sawThreads = true }
            return others
        }
    }

    /// Fails unless a step leaves one change with some beginning and end, told once, and spoils the process or not.
    private static func expect(
        _ start: String, _ end: String = "", isSpoilt: Bool = true, behind step: () -> Void,
        at place: SourceLocation = #_sourceLocation
    ) throws {
        var look = try Look()
        #expect(look.changes().isEmpty && look.isSpoilt != true, sourceLocation: place)
        step()
        let changes = look.changes()
        #expect(changes.count == 1, sourceLocation: place)
        #expect(changes.first?.hasPrefix(start) == true, "\(changes)", sourceLocation: place)
        #expect(changes.first?.hasSuffix(end) == true, "\(changes)", sourceLocation: place)
        #expect(look.isSpoilt != !isSpoilt, sourceLocation: place)
        #expect(look.changes().isEmpty, "told twice", sourceLocation: place)
    }

    @Test("what spoils the process for other classes is told once, in words, and is remembered")
    func spoilt() async {
        await #expect(processExitsWith: .success) {
            try Self.expect("working directory: ", " before, / now") { chdir("/") }
            try Self.expect("environment variable LEFT_BY_A_TEST: set") { setenv("LEFT_BY_A_TEST", "secret", 1) }
            try Self.expect("environment variable LEFT_BY_A_TEST: changed") { setenv("LEFT_BY_A_TEST", "other", 1) }
            try Self.expect("environment variable LEFT_BY_A_TEST: removed") { unsetenv("LEFT_BY_A_TEST") }
            try Self.expect("file mode mask: ", ", 0123 now") { umask(0o123) }
            try Self.expect("handlers of signals: \(SIGUSR1)") { signal(SIGUSR1, SIG_IGN) }
            try Self.expect("rounding or traps of floating-point numbers") { fesetround(FE_UPWARD) }
        }
    }

    @Test("descriptors that are left open spoil nothing; closed ones do")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            let opened = open("/dev/null", O_RDONLY)
            close(opened)
            try Self.expect("descriptors left open: \(opened)", isSpoilt: false) { _ = open("/dev/null", O_RDONLY) }
            try Self.expect("descriptors closed: \(opened)") { close(opened) }
        }
    }

    @Test("threads and children that are left are told")
    func threadsAndChildren() async {
        await #expect(processExitsWith: .success) {
            let watch = try #require(LeakWatch())
            var thread = pthread_t()
            let sleeper: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
                while true { pause() }
            }
            #expect(pthread_create(&thread, nil, sleeper, nil) == 0)
            #expect(watch.changes(hasLostPipe: false).contains { $0.hasPrefix("threads left running: ") })
            #expect(watch.isSpoilt)
            var look = try Look()
            var pid: pid_t = 0
            let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
            #expect(posix_spawnp(&pid, "sleep", nil, nil, words, nil) == 0)
            #expect(look.changes() == ["child processes left: 1"])
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            #expect(look.changes().isEmpty)
        }
    }

    @Test("what a bundle changes while it is opened is no leak of the next class")
    func opening() async {
        await #expect(processExitsWith: .success) {
            var look = try Look()
            setenv("SET_BY_A_LIBRARY", "1", 1)
            _ = open("/dev/null", O_RDONLY)
            look.watch.rebase()
            #expect(look.changes().isEmpty && look.isSpoilt != true)
        }
    }

    @Test("a class that closed the runner's own pipe is told")
    func lostPipe() async {
        await #expect(processExitsWith: .success) {
            var look = try Look()
            #expect(look.changes(hasLostPipe: true) == ["descriptors closed: the runner's own"])
            #expect(look.watch.isSpoilt)
        }
    }
}
