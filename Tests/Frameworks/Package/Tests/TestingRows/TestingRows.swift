// SPDX-License-Identifier: MIT

import Foundation
import Testing

// Each suite is a row of docs/Frameworks.md.

/// What the tests throw.
enum Fault: Error { case bad }

@Suite struct NoArguments {
    @Test(arguments: [Int]()) func each(_: Int) {}
}

@Suite(.compactMapIssues { $0 }) struct IssueOfNoTest {
    @Test func leavesWork() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                Issue.record("of no test")
                continuation.resume()
            }
        }
    }
}

@Suite struct IssueWhilePlanning {
    struct Prepares: TestTrait {
        func prepare(for test: Test) async throws { Issue.record("of a trait") }
    }
    @Test(Prepares()) func prepared() {}
    @Test(
        .enabled("a condition") {
            Issue.record("of a condition")
            return true
        }) func conditioned()
    {}
}

@Suite struct ThrowsWhilePlanning {
    struct Prepares: TestTrait {
        func prepare(for test: Test) async throws { throw Fault.bad }
    }
    @Test(Prepares()) func prepared() {}
}

@Suite struct ExitTestFails {
    @Test func inside() async {
        await #expect(processExitsWith: .success) {
            #expect(1 == 2, "inside")
        }
    }
}

@Suite struct AttachmentFails {
    struct Unmade: Attachable {
        func withUnsafeBytes<R>(
            for attachment: borrowing Attachment<Self>, _ body: (UnsafeRawBufferPointer) throws -> R
        ) throws -> R { throw Fault.bad }
    }
    @Test func fails() { Attachment.record(Unmade(), named: "unmade.txt") }
}

@Suite struct AttachmentHasSlash {
    @Test func named() { Attachment.record("text", named: "a/b.txt") }
}

@Suite struct CancelsInKnownIssue {
    @Test func goesOn() throws {
        func cancel() throws { try Test.cancel("enough") }
        withKnownIssue { try cancel() }
        print("went on")
    }
}

@Suite(.filterIssues { _ in false }) struct HandlerOfSuite {
    @Test func expects() { #expect(1 == 2) }
    @Test func throwsAnError() throws { throw Fault.bad }
}

@Suite struct HandlerOfTest {
    @Test(.filterIssues { _ in false }) func expects() { #expect(1 == 2) }
    @Test(.filterIssues { _ in false }) func throwsAnError() throws { throw Fault.bad }
}

struct PlainSuite {
    @Test func one() {}
}

@Suite struct PassesAtLast {
    nonisolated(unsafe) static var count = 0
    @Test func second() {
        Self.count += 1
        #expect(Self.count > 1)
    }
}

@Suite struct DeinitOfActor {
    @MainActor final class Isolated {
        isolated deinit { Issue.record("in a deinit") }
    }
    @Test func drops() async {
        await Task { @MainActor in _ = Isolated() }.value
    }
}

@MainActor @Suite struct OnTheMainActor {
    @Test func isMainThread() { #expect(Thread.isMainThread) }
}
