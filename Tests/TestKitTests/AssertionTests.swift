// SPDX-License-Identifier: MIT

import Testing

@testable import TestKit
@testable import TestKitProbe

/// Rules 24 and 25: what each assertion says, and that it says nothing when it holds.
@MainActor
struct AssertionTests {
    /// Returns the reports of code that runs as an activity, without the activity's number.
    private func report(_ body: () throws -> Void) -> [String] {
        let host = FakeHost()
        let activity = Activity(7, of: HostConnection(host: host.address))
        activity.perform { activity.attempt(body) }
        return host.events.map { String($0.dropFirst("7: assertion ".count)) }
    }

    @Test("rule 25: true, false, nil, not nil")
    func truth() {
        #expect(report { expectTrue(false) } == ["expected true, got false"])
        #expect(report { expectFalse(true) } == ["expected false, got true"])
        #expect(report { expectNil(3) } == ["expected nil, got 3"])
        #expect(report { expectNotNil(String?.none) } == ["expected a value of type String, got nil"])
        #expect(
            report {
                expectTrue(true); expectFalse(false); expectNil(Int?.none); expectNotNil(1)
            } == []
        )
        #expect(report { expectEqual(try requireNotNil(Optional(5)), 5) } == [])
    }

    @Test("rule 25: equal, not equal, identical, accuracy")
    func equality() {
        let (one, other) = (BareTests(), BareTests())
        #expect(report { expectEqual("a", "b") } == ["expected \"b\", got \"a\""])
        #expect(report { expectNotEqual(3, 3) } == ["expected anything but 3, got 3"])
        #expect(report { expectEqual(1.0, 1.5, accuracy: 0.1) } == ["expected 1.5 ± 0.1, got 1.0"])
        #expect(report { expectEqual(1.0, .nan, accuracy: 1) }.count == 1)
        #expect(report { expectNotEqual(1.0, 1.05, accuracy: 0.1) } == ["expected anything but 1.05 ± 0.1, got 1.0"])
        #expect(report { expectNotEqual(Double.infinity, .infinity, accuracy: 0) }.count == 1)
        #expect(report { expectNotEqual(1.0, 2.0, accuracy: .nan) }.count == 1)
        #expect(report { expectEqual(1.0, 1.0, accuracy: -1) } == ["expected an accuracy of 0 or more, got -1.0"])
        let different = report { expectIdentical(one, other) }
        #expect(different.count == 1)
        let addresses = [one, other].map { object in
            "0x" + String(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), radix: 16)
        }
        #expect(different[0].hasPrefix("expected the object ") && different[0].hasSuffix(" at \(addresses[0])"))
        #expect(different[0].contains(" at \(addresses[1]), got "))
        let same = report { expectNotIdentical(one, one) }
        #expect(same.count == 1 && same[0].hasPrefix("expected another object than "))
        #expect(report { expectIdentical(one, nil) }[0].hasPrefix("expected the object nil, got "))
        #expect(
            report {
                expectEqual(1, 1)
                expectNotEqual(1, 2)
                expectEqual(1.0, 1.05, accuracy: 0.1)
                expectEqual(Double.infinity, .infinity, accuracy: 0)
                expectNotEqual(1.0, 1.5, accuracy: 0.1)
                expectNotEqual(1.0, .nan, accuracy: 1)
                expectIdentical(one, one)
                expectNotIdentical(one, other)
            } == []
        )
    }

    @Test("rule 6: what measured code throws is reported with the line that measures")
    func measured() {
        let activity = Activity(7, of: HostConnection(host: FakeHost().address))
        let line: UInt32 = #line + 1
        activity.perform { activity.attempt { try measure { throw CancellationError() } } }
        #expect(activity.lastLocation?.line == line)
    }

    @Test("rule 25: order")
    func order() {
        #expect(report { expectLessThan(2, 2) } == ["expected a value less than 2, got 2"])
        #expect(report { expectLessThanOrEqual(3, 2) } == ["expected a value at most 2, got 3"])
        #expect(report { expectGreaterThan(2, 2) } == ["expected a value greater than 2, got 2"])
        #expect(report { expectGreaterThanOrEqual(1, 2) } == ["expected a value at least 2, got 1"])
        #expect(
            report {
                expectLessThan(1, 2)
                expectLessThanOrEqual(2, 2)
                expectGreaterThan(3, 2)
                expectGreaterThanOrEqual(2, 2)
            } == []
        )
    }

    @Test("rule 25: text begins, ends, contains, matches")
    func text() {
        #expect(report { expectHasPrefix("abc", "b") } == ["expected text that begins with \"b\", got \"abc\""])
        #expect(report { expectHasSuffix("abc", "b") } == ["expected text that ends with \"b\", got \"abc\""])
        #expect(report { expectContains("abc", "x") } == ["expected text that contains \"x\", got \"abc\""])
        #expect(report { expectMatches("abc", /[0-9]/) } == ["expected text that matches /[0-9]/, got \"abc\""])
        #expect(
            report {
                expectHasPrefix("abc", "a")
                expectHasSuffix("abc", "bc")
                expectContains("abc", "b")
                expectMatches("a1", /[0-9]/)
            } == []
        )
    }

    @Test("rule 25: empty, not empty, count, contains, equal in any order")
    func collections() {
        #expect(report { expectEmpty([1]) } == ["expected an empty collection, got [1]"])
        #expect(report { expectNotEmpty("") } == ["expected a collection that is not empty, got \"\""])
        #expect(report { expectCount([1, 2], 3) } == ["expected a count of 3, got 2\ngot: [1, 2]"])
        #expect(report { expectContains([1], 2) } == ["expected a sequence that contains 2, got [1]"])
        #expect(
            report { expectEqualInAnyOrder([1, 1, 2], [2, 1, 3]) }
                == ["expected in any order [2, 1, 3], got [1, 1, 2]\nmissing: [3]\nextra: [1]"]
        )
        #expect(
            report {
                expectEmpty("")
                expectNotEmpty([1])
                expectCount([1, 2], 2)
                expectContains([1, 2], 2)
                expectEqualInAnyOrder([1, 2], [2, 1])
            } == []
        )
    }

    @Test("rule 25: throws any, by type, by value, and nothing")
    func errors() {
        #expect(report { expectThrows {} } == ["expected an error, got none"])
        #expect(
            report { expectThrows(Boom.self) { throw CancellationError() } }
                == ["expected an error of type Boom, got CancellationError() (CancellationError)"]
        )
        #expect(
            report { expectThrows(Boom(number: 1)) { throw Boom(number: 2) } }
                == ["expected the error Boom(number: 1) (Boom), got Boom(number: 2) (Boom)"]
        )
        #expect(
            report { expectThrowsNothing { throw Boom() } } == ["expected no error, got Boom(number: 1) (Boom)"]
        )
        #expect(
            report {
                expectThrows { throw Boom() }
                expectEqual(expectThrows(Boom.self) { throw Boom(number: 4) }?.number, 4)
                try requireThrows(Boom()) { throw Boom() }
                expectEqual(try requireThrowsNothing { 5 }, 5)
            } == []
        )
    }

    @Test("rule 24: a require ends the body after one report; an expect goes on")
    func families() {
        #expect(
            report {
                expectTrue(false); expectTrue(false)
            }.count == 2
        )
        #expect(
            report {
                try requireTrue(false); expectTrue(false)
            }.count == 1
        )
        #expect(
            report {
                try requireThrows {}; expectTrue(false)
            }.count == 1
        )
    }

    @Test("rule 24: a comment is added, and is not even made when the assertion passes")
    func comment() {
        var made = 0
        func comment() -> String {
            made += 1
            return "why"
        }
        #expect(report { expectEqual(1, 1, comment()) } == [])
        #expect(made == 0)
        #expect(report { expectEqual(1, 2, comment()) } == ["expected 2, got 1 (why)"])
    }

    @Test("rule 6: a helper passes its caller's line on")
    func location() {
        let host = FakeHost()
        let activity = Activity(7, of: HostConnection(host: host.address))
        func expectEven(_ number: Int, file: StaticString = #filePath, line: UInt = #line) {
            expectTrue(number.isMultiple(of: 2), file: file, line: line)
        }
        activity.perform { expectEven(2, line: 99) }
        #expect(host.knownLocations == ["7: 99"])
    }

    @Test("rule 25: async code may also throw")
    func asyncErrors() async throws {
        let host = FakeHost()
        let activity = Activity(8, of: HostConnection(host: host.address))
        let task = Task { @MainActor in
            await expectThrows(Boom.self) { await Task.yield() }
            return await expectThrowsNothing { await Task.yield() } != nil
        }
        #expect(await task.value)
        #expect(activity.failureCount == 0)
    }

    @Test("a failure that no case shows fails a process without the runner")
    func failureOutside() async {
        await #expect(processExitsWith: .exitCode(1)) { TestKit.expectTrue(false) }
    }
}
