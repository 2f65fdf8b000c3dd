// SPDX-License-Identifier: MIT

import Stock
import Testing

extension Tag {
    /// Tests that take no time.
    @Tag static var quick: Self
}

@Suite("What is in stock", .tags(.quick)) struct StockSuite {
    @Test("Nothing, at first") func isEmpty() { #expect(Stock().total == 0) }

    @Test(arguments: [1, 2, 3]) func adds(count: Int) throws {
        var stock = Stock()
        try stock.add(count, of: "apple")
        #expect(stock.total == count)
    }

    @Test(arguments: ["apple", "pear"], [0, 1]) func holds(name: String, count: Int) throws {
        var stock = Stock()
        try stock.add(count, of: name)
        #expect(stock.total == count, "\(name)")
    }

    @Test func refuses() {
        #expect(throws: StockError.negative(-1)) {
            var stock = Stock()
            try stock.add(-1, of: "plum")
        }
    }

    struct Inner {
        @Test func isDeep() async { await Task.yield() }
    }
}

/// Tests of which some do not pass.
@Suite struct OutcomeSuite {
    @Test func passes() {}

    @Test func fails() {
        #expect(Stock().total == 1, "one is not none")
        #expect("a" == "b")
    }

    @Test func throwsAnError() throws {
        var stock = Stock()
        try stock.add(-1, of: "plum")
    }

    @Test(arguments: [1, 2]) func failsOnce(number: Int) { #expect(number == 1) }

    @Test(.disabled("not today")) func isDisabled() { Issue.record("it ran") }

    @Test func isKnown() {
        withKnownIssue("known for long") { Issue.record("of no interest") }
    }

    @Test func attaches() {
        Attachment.record("a note", named: "note.txt")
    }

    @Test func prints() { print("half a line", terminator: " ") }
}

@Test func stands() {}

@Test(.bug("https://example.com/7", "a bug")) func `has a name of several words`() {}
