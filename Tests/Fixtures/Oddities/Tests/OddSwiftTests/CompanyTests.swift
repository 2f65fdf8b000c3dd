// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Who comes waits until all have come.
actor Meeting {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) { self.size = size }

    func come() async {
        if waiting.count + 1 < size { return await withCheckedContinuation { waiting.append($0) } }
        for one in waiting { one.resume() }
    }
}

/// Tests that wait for each other.
struct CompanyTests {
    static let meeting = Meeting(of: 5)

    @Test func waits() async { await Self.meeting.come() }
    @Test func fails() async {
        await Self.meeting.come()
        Issue.record("found by the one that fails")
        Attachment.record("some text", named: "note.txt")
        await withCheckedContinuation { found in
            Thread.detachNewThread {
                Issue.record("found on a thread")
                found.resume()
            }
        }
    }
    @Test @MainActor func onMain() async { await Self.meeting.come() }
    @Test(arguments: [1, 2]) func each(number: Int) async {
        await Self.meeting.come()
        #expect(number == 1)
    }
}

/// A scope that counts.
struct Around: SuiteTrait, TestScoping {
    nonisolated(unsafe) static var count = 0

    func provideScope(
        for test: Test, testCase: Test.Case?, performing run: @Sendable () async throws -> Void
    ) async throws {
        Self.count += 1
        try await run()
    }
}

/// A suite's scope and order hold.
@Suite(.serialized, Around()) struct OrderedCompanyTests {
    nonisolated(unsafe) static var running = 0

    @Test(arguments: [1, 2, 3]) func alone(number: Int) async {
        Self.running += 1
        await Task.yield()
        try? await Task.sleep(for: .milliseconds(5))
        #expect(Self.running == 1 && Around.count == 1)
        Self.running -= 1
    }
    @Test func aloneAsWell() async { await alone(number: 0) }
}

/// One ends the process, and its company runs again.
struct CrashCompanyTests {
    nonisolated(unsafe) static var hasBegun = false

    @Test func ends() async {
        while !Self.hasBegun { await Task.yield() }
        abort()
    }
    @Test func goesOn() async {
        Self.hasBegun = true
        try? await Task.sleep(for: .milliseconds(200))
    }
}

/// One ends the process in a way of which nobody sees who did it.
struct KillCompanyTests {
    static let meeting = Meeting(of: 2)

    @Test func kills() async {
        await Self.meeting.come()
        kill(getpid(), SIGKILL)
    }
    @Test func isKilled() async {
        await Self.meeting.come()
        try? await Task.sleep(for: .seconds(600))
    }
}

/// Where the main actor runs.
@MainActor struct MainThreadTests {
    private func isOnMainThread() -> Bool { Thread.isMainThread }

    @Test func isOff() async throws {
        #expect(!isOnMainThread())
        await Task.detached {}.value
        try await Task.sleep(for: .milliseconds(5))
        MainActor.assertIsolated()
        #expect(!isOnMainThread())
    }
    @Test func isOffWithoutWaiting() { #expect(!isOnMainThread()) }
}
