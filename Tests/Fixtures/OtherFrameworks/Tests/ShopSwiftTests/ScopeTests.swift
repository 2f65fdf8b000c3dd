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

@Suite(.tags(.heavy), .timeLimit(.minutes(2))) struct HeavyTests {
    @Test func inherits() {}
    @Test(.timeLimit(.minutes(1))) func isQuicker() {}
    @Test func cancels() throws { try Test.cancel("enough") }
    @Test(arguments: [1, 2]) func cancelsOne(number: Int) throws { if number == 1 { try Test.cancel("one is enough") } }
    @Test("a name for people") func named() {}
}
