import Foundation
import Testing

@testable import Shop

extension Tag { @Tag static var heavy: Self }

/// The state that a trait has set up for the running tests.
enum Shelf {
    @TaskLocal static var content = ""
    @TaskLocal static var number = 0
    /// How many shelves were set up in this process.
    nonisolated(unsafe) static var count = 0
    /// The number of the first shelf that was asked about.
    nonisolated(unsafe) private static var known: Int?

    /// Whether this shelf is the one that was asked about before, or nobody has asked yet.
    static var isTheSame: Bool {
        if known == nil { known = number }
        return known == number
    }
}

/// Sets up a shelf for a suite, once.
struct ShelfTrait: SuiteTrait, TestScoping {
    var content = "apples"
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        Shelf.count += 1
        if content.isEmpty { throw ShopError.closed }
        try await Shelf.$number.withValue(Shelf.count) {
            try await Shelf.$content.withValue(content) { try await function() }
        }
        if content == "wax" { Issue.record("the shelf broke") }
    }
}

@Suite(ShelfTrait()) struct ScopedTests {
    @Test func first() { #expect(Shelf.content == "apples" && Shelf.isTheSame) }
    @Test func second() { #expect(Shelf.content == "apples" && Shelf.isTheSame) }
    @Test func fails() { #expect(Shelf.content == "pears") }
    @Test(arguments: ["apples", "pears"]) func argument(content: String) { #expect(content == Shelf.content) }
    struct Inner {
        @Test func third() { #expect(Shelf.content == "apples") }
    }
}

@Suite(ShelfTrait(content: "")) struct UnshelvedTests {
    @Test func never() { Issue.record("the body ran") }
}

@Suite(ShelfTrait(content: "wax")) struct BrokenShelfTests {
    @Test func fine() {}
}

/// Performs a suite twice, with the number of the round.
struct RoundsTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for round in 1...2 { try await Shelf.$number.withValue(round) { try await function() } }
    }
}

@Suite(RoundsTrait()) struct RoundsTests {
    @Test func failsInTheSecondRound() { #expect(Shelf.number == 1, "the shelf was set up again") }
}

@Suite(.filterIssues { _ in false }) struct FilteredTests {
    @Test func throwsAnError() throws { throw ShopError.closed }
}

/// Records an issue before a suite runs.
struct DustTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        Issue.record("the shelf is dusty")
        try await function()
    }
}

@Suite(DustTrait()) struct DustyTests {
    @Test func runs() {}
}

/// Counts how often the scope of a whole test is entered.
struct OnceTrait: TestTrait, TestScoping {
    nonisolated(unsafe) static var count = 0
    func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? self : nil }
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        Self.count += 1
        try await function()
    }
}

struct OnceTests {
    @Test(OnceTrait(), arguments: [1, 2, 3]) func isSetUpOnce(number: Int) { #expect(OnceTrait.count == 1) }
}

/// A lock that only one suite of a run can have at a time.
struct LockTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        // All workers of a run have one parent.
        let path = NSTemporaryDirectory() + "lock-\(getppid())"
        if mkdir(path, 0o700) != 0 { Issue.record("the lock is taken") }
        try await function()
        rmdir(path)
    }
}

@Suite(LockTrait()) struct LockTests {
    struct First {
        @Test func one() async throws { try await Task.sleep(for: .milliseconds(20)) }
    }
    struct Second {
        @Test func two() async throws { try await Task.sleep(for: .milliseconds(20)) }
    }
}

/// What cannot be attached.
struct Vapour: Attachable {
    func withUnsafeBytes<R>(
        for attachment: borrowing Attachment<Self>, _ body: (UnsafeRawBufferPointer) throws -> R
    ) throws -> R { throw ShopError.closed }
}

struct VapourTests {
    @Test func isNoIssue() { withKnownIssue { Attachment.record(Vapour(), named: "vapour") } }
}

@Suite(.tags(.heavy), .timeLimit(.minutes(2))) struct HeavyTests {
    @Test func inherits() {}
    @Test(.timeLimit(.minutes(1))) func isQuicker() {}
    @Test func cancels() throws { try Test.cancel("enough") }
    @Test(arguments: [1, 2]) func cancelsOne(number: Int) throws { if number == 1 { try Test.cancel("one is enough") } }
    @Test("a name for people") func named() {}
}
