// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import Runner

/// How the calls of one `swift test` know each other.
struct SwiftTestSessionTests {
    @Test("a process has one key as long as it runs")
    func processKey() throws {
        let key = try #require(SwiftTestSession.Key(of: getpid()))
        #expect(!key.hasEnded)
        #expect(SwiftTestSession.Key(name: key.name) == key)
        var other = key
        other.start += 1
        #expect(other.hasEnded)
        // Of another container's processes, nothing is known here.
        other.space = "1"
        #expect(!other.hasEnded)
    }

    @Test(
        "a name that is no key is none", arguments: ["", "7", "7-", "-7", "1-2", "1-a-b", "1-2-3-4", "1-99999999999-1"])
    func badKeys(name: String) {
        #expect(SwiftTestSession.Key(name: name) == nil)
    }

    @Test("the calls of one process have one seed, and another process has another")
    func sessionSeed() throws {
        let session = try #require(SwiftTestSession())
        #expect(session.key == SwiftTestSession.Key(of: getppid()))
        #expect(session.seed == SwiftTestSession()?.seed)
    }
}
