import Foundation
import Testing

@testable import Shop

extension Tag { @Tag static var slow: Self }

@Suite("Prices & sums", .bug("https://bugs.example.org/1")) struct PriceTests {
    @Test func adds() { #expect(Price(cents: 1) + Price(cents: 2) == Price(cents: 3)) }
    @Test("a failure shows its operands", .bug("https://bugs.example.org/2", "one is two"), .bug(id: 3))
    func operands() {
        let (one, two) = (1, 2)
        #expect(one == two, "one is not two")
    }
    @Test func throwsAnError() throws { throw ShopError.closed }
    @Test(.tags(.slow)) func tagged() {}
    @Test(.disabled("out of stock")) func disabled() { Issue.record("the body ran") }
    @Test(.enabled(if: false, "never")) func condition() { Issue.record("the body ran") }
    @Test func known() { withKnownIssue("a long story") { #expect(Bool(false)) } }
    @Test func confirms() async { await confirmation("twice", expectedCount: 2) { $0() } }
    @Test func attaches() { Attachment.record("some text", named: "note.txt") }
    @Test func crashes() {
        let pointer = UnsafeMutablePointer<Int>(bitPattern: 8)
        pointer?.pointee = 1
    }

    @Suite struct Nested {
        @Test func deep() {}
    }
}

struct ArgumentTests {
    @Test(arguments: ["apple", "pear", "a/b"]) func fruit(name: String) { #expect(name != "pear") }
    @Test(arguments: [1, 2], ["x", "y"]) func pairs(number: Int, text: String) {}
    @Test(arguments: Set(["red", "green", "blue", "white", "black"])) func unordered(colour: String) {
        print("colour \(colour)")
        #expect(colour != "green")
    }
}

/// A value whose text shows where it is.
final class Tray: Sendable, CustomStringConvertible {
    var description: String { "Tray \(ObjectIdentifier(self))" }
}

struct NamelessTests {
    @Test(arguments: [Tray(), Tray()]) func addresses(tray: Tray) {}
    @Test(arguments: [1, 2, 1]) func equal(number: Int) { #expect(number == 1) }
    @Test(arguments: [Set(1...9), [1]]) func unordered(numbers: Set<Int>) { #expect(numbers.count == 9) }
}

@MainActor final class MainActorTests {
    @Test func isOnTheMainThread() { #expect(Thread.isMainThread) }
}

actor ActorTests {
    private var count = 0
    @Test func counts() {
        count += 1
        #expect(count == 1)
    }
}

@Test func free() {}

struct ExitTests {
    @Test func exits() async {
        await #expect(processExitsWith: .exitCode(3)) { exit(3) }
    }
}
