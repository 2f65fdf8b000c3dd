// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import Runner

/// What a class leaves changed in its process, as a worker sees it.
///
/// In processes of their own: what other tests do at the same time would be seen, too.
struct LeakWatchTests {
    @Test("what spoils the process for other classes is told once, in words, and is remembered")
    func spoilt() async {
        await #expect(processExitsWith: .success) {
            /// The changes by one step, and whether they spoil the process, for which there is a new watch each time.
            func look(_ change: () -> Void) throws -> (changes: [String], isSpoilt: Bool) {
                let watch = try #require(LeakWatch())
                #expect(watch.changes(hasLostPipe: false).isEmpty && !watch.isSpoilt)
                change()
                let changes = watch.changes(hasLostPipe: false)
                #expect(watch.changes(hasLostPipe: false).isEmpty, "told twice")
                return (changes, watch.isSpoilt)
            }
            let directory = try look { chdir("/") }
            #expect(directory.changes.count == 1 && directory.isSpoilt)
            #expect(directory.changes.first?.hasSuffix(" before, / now") == true)
            let added = try look { setenv("LEFT_BY_A_TEST", "secret", 1) }
            #expect(added.changes == ["environment variable LEFT_BY_A_TEST: set"] && added.isSpoilt)
            let changed = try look { setenv("LEFT_BY_A_TEST", "other", 1) }
            #expect(changed.changes == ["environment variable LEFT_BY_A_TEST: changed"])
            let removed = try look { unsetenv("LEFT_BY_A_TEST") }
            #expect(removed.changes == ["environment variable LEFT_BY_A_TEST: removed"])
            let mask = try look { umask(0o123) }
            #expect(mask.changes.count == 1 && mask.changes.first?.hasSuffix(", 0123 now") == true && mask.isSpoilt)
            let handler = try look { signal(SIGUSR1, SIG_IGN) }
            #expect(handler.changes == ["handlers of signals: \(SIGUSR1)"] && handler.isSpoilt)
        }
    }

    @Test("descriptors that are left open spoil nothing; closed ones do")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            let watch = try #require(LeakWatch())
            let opened = open("/dev/null", O_RDONLY)
            #expect(watch.changes(hasLostPipe: false) == ["descriptors left open: \(opened)"] && !watch.isSpoilt)
            close(opened)
            #expect(watch.changes(hasLostPipe: false) == ["descriptors closed: \(opened)"] && watch.isSpoilt)
        }
    }

    @Test("threads and children that are left are counted")
    func threadsAndChildren() async {
        await #expect(processExitsWith: .success) {
            let watch = try #require(LeakWatch())
            var thread = pthread_t()
            let sleeper: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
                while true { pause() }
            }
            #expect(pthread_create(&thread, nil, sleeper, nil) == 0)
            #expect(watch.changes(hasLostPipe: false) == ["threads left running: 1"] && watch.isSpoilt)
            var pid: pid_t = 0
            let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
            #expect(posix_spawnp(&pid, "sleep", nil, nil, words, nil) == 0)
            #expect(watch.changes(hasLostPipe: false) == ["child processes left: 1"])
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            #expect(watch.changes(hasLostPipe: false).isEmpty)
        }
    }

    @Test("what a bundle changes while it is opened is no leak of the next class")
    func opening() async {
        await #expect(processExitsWith: .success) {
            let watch = try #require(LeakWatch())
            setenv("SET_BY_A_LIBRARY", "1", 1)
            _ = open("/dev/null", O_RDONLY)
            watch.rebase()
            #expect(watch.changes(hasLostPipe: false).isEmpty && !watch.isSpoilt)
        }
    }

    @Test("a class that closed the runner's own pipe is told")
    func lostPipe() async {
        await #expect(processExitsWith: .success) {
            let watch = try #require(LeakWatch())
            #expect(watch.changes(hasLostPipe: true) == ["descriptors closed: the runner's own"] && watch.isSpoilt)
        }
    }
}
