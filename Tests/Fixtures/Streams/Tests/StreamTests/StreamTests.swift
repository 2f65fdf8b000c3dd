// SPDX-License-Identifier: MIT

import Foundation
import Testing

extension Tag {
    @Tag static var slow: Tag
}

/// An error with words of its own.
struct Oops: Error, CustomStringConvertible { var description: String { "oops happened" } }

/// An error without.
enum Plain: Error { case bad(Int) }

/// A value that is shown by its members.
struct Point: Equatable, Sendable { var x: Int }

// MARK: Ends

@Test func passes() {}
@Test("A title") func titled() { #expect(1 + 1 == 3) }
@Test func `a raw name`() {}
@Test func throwsWords() throws { throw Oops() }
@Test func throwsPlain() throws { throw Plain.bad(3) }
@Test func cancels() throws { try Test.cancel("not today") }
@Test func cancelsSilently() throws { try Test.cancel() }
@Test func failsAndCancels() throws { #expect(1 == 2); try Test.cancel("after a failure") }
@Test(arguments: [1, 2, 3]) func cancelsOne(x: Int) throws { if x == 2 { try Test.cancel("two is out") } }
@Test(.disabled("off")) func disabled() {}
@Test(.disabled()) func disabledSilently() {}
@Test(.enabled(if: 1 > 2, "only sometimes")) func conditional() {}
@Test(arguments: ["a", "b"], [1, 2]) func pairs(word: String, number: Int) {
    #expect(word != "a" || number == 1, "why")
}
@Test(.tags(.slow), .bug("https://example.com/1", "a bug"), .timeLimit(.minutes(1))) func tagged() {}

// MARK: Issues

@Test func known() { withKnownIssue("it is known") { #expect(Bool(false)) } }
@Test func knownError() { withKnownIssue { throw Oops() } }
@Test func unknown() { withKnownIssue("should have come") {} }
@Test func warns() { Issue.record("a warning", severity: .warning) }
@Test func records() { Issue.record("recorded\nin two lines") }
@Test func recordsError() { Issue.record(Oops(), "with words") }
@Test func requires() throws {
    let nothing: Int? = nil
    _ = try #require(nothing, "nothing there")
}
@Test func compares() {
    #expect(Point(x: 1) == Point(x: 2))
    #expect("abc".contains("d")); #expect([1].isEmpty)
}
@Test func expectsErrors() {
    #expect(throws: Oops.self) {}
    #expect(throws: Never.self) { throw Oops() }
}
@Test func confirms() async { await confirmation("never", expectedCount: 2) { $0() } }
@Test func exits() async { await #expect(processExitsWith: .failure) { exit(0) } }

// MARK: Suites

struct Outer {
    struct Middle {
        struct Inner { @Test func deep() { #expect(1 == 2) } }
    }
}

@Suite("A suite", .tags(.slow)) struct Titled {
    @Test func own() {}
    @Suite(.serialized) struct Nested {
        @Test func first() { withKnownIssue(isIntermittent: true) {} }
        @Test func second() throws { throw Oops() }
    }
}

struct SetUpThrows {
    init() throws { throw Oops() }
    @Test func never() {}
}

// MARK: Parameters

@Test(arguments: ["apple", "pear, or plum"]) func unlabelled(_ name: String) {}
@Test(arguments: [1], ["x"]) func labelled(at place: Int, _: String) {}
@Test(arguments: [1, 2]) func attaches(number: Int) { if number == 2 { Attachment.record("two", named: "two.txt") } }
@Test(arguments: [1]) func overloaded(_ number: Int) {}
@Test(arguments: ["x"]) func overloaded(_ text: String) { #expect(text == "y") }

// MARK: Comments

// This one fails.
// It always has.
@Test func commented() { #expect(1 == 2) }

/// All of these fail.
@Suite(.tags(.slow)) struct Commented {
    /* Each by itself. */
    @Test(.tags(.slow)) func fails() { #expect(2 == 3) }
}

// MARK: Suites with nothing but suites in them

// A comment of an outer one.
@Suite("An outer suite", .tags(.slow)) struct Around {
    struct Within { @Test func inner() { #expect(3 == 4) } }
    @Suite struct Empty {}
}

@Suite("Nothing is in it", .tags(.slow)) struct Nothing { @Suite struct Less {} }

// MARK: Suites that are skipped

@Suite(.disabled("all of it")) struct Off {
    @Test func one() {}
    @Test(arguments: [1, 2]) func two(x: Int) {}
    struct Inner { @Test func three() {} }
}
@Suite(.enabled(if: 1 > 2)) struct OffAround {
    @Suite struct Inner { @Test func four() {} }
}
@Suite struct OnAround {
    @Test(.disabled("of its own")) func five() {}
    @Test(.disabled("of its own")) func six() {}
}
