import Foundation
import Synchronization
import Testing

/// Numbers that count how often one of them is read.
struct CountedNumbers: RandomAccessCollection, Sendable {
    static let readings = Atomic(0)
    let startIndex = 0
    let endIndex = 500
    subscript(index: Int) -> Int {
        Self.readings.add(1, ordering: .relaxed)
        return index
    }
}

struct ManyTests {
    @Test(arguments: CountedNumbers()) func many(number: Int) {
        #expect(number != 123)
        #expect(CountedNumbers.readings.load(ordering: .relaxed) <= 10 * CountedNumbers().count)
    }
}

/// Numbers that take long to make: each time is noted in a file, with the process.
func costlyNumbers() async throws -> [Int] {
    guard let path = ProcessInfo.processInfo.environment["FIXTURE_READINGS"] else { return [1, 2, 3, 4] }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
    let line = "\(getpid())\n"
    _ = write(descriptor, line, line.utf8.count)
    close(descriptor)
    return [1, 2, 3, 4]
}

struct CostlyTests {
    @Test(arguments: try await costlyNumbers()) func uses(_ number: Int) {}
    @Test func other() {}
}

struct ConditionTests {
    static func dies() -> Bool { fatalError("the condition dies") }

    @Test func one() {}
    @Test func two() {}
    @Test func three() {}
    @Test func four() {}
    @Test(.enabled(if: dies())) func condition() {}
}

/// A value with a text of its own.
struct Word: CustomStringConvertible, Sendable {
    let description: String
    init(_ text: String) { description = text }
}

struct NameTests {
    @Test(arguments: ["a", "\0"] as [Character]) func character(_ one: Character) {}
    @Test(arguments: [Word("a\0b"), Word("a\0c"), Word(String(repeating: "x", count: 70_000)), Word("plain")])
    func words(_ word: Word) { if word.description == "a\0c" { Issue.record("cut\0here") } }
}

extension Tag {
    @Tag static var `one of [many] / odd`: Self
}

struct TraitTests {
    @Test(.timeLimit(.minutes(1_000_000_000)), .tags(.`one of [many] / odd`), .bug("", "")) func long() {}
    @Test func `a / b [c], d: "e"`() {}
    @Test(.timeLimit(.minutes(1)), arguments: ["", "", " ", "\n", "]["]) func texts(_ text: String) {}
    @Test func other() {}
}

struct ChangingTests {
    @Test(arguments: [UUID(), UUID()]) func identifier(_ one: UUID) {}
    @Test(arguments: [Word("process \(ProcessInfo.processInfo.processIdentifier)"), Word("always")])
    func process(_ word: Word) { #expect(word.description != "always") }
}

/// Numbers that are read on once a thread of another test has found something.
struct AwaitingNumbers: RandomAccessCollection, Sendable {
    static let areAwaiting = Atomic(false)
    static let reading = DispatchSemaphore(value: 0), found = DispatchSemaphore(value: 0)
    let startIndex = 0
    let endIndex = 2
    subscript(index: Int) -> Int {
        if Self.areAwaiting.load(ordering: .relaxed) {
            Self.reading.signal()
            Self.found.wait()
        }
        return index
    }
}

@Suite(.serialized) struct ReadingTests {
    @Test func starts() {
        AwaitingNumbers.areAwaiting.store(true, ordering: .relaxed)
        Thread.detachNewThread {
            AwaitingNumbers.reading.wait()
            while AwaitingNumbers.areAwaiting.load(ordering: .relaxed) {
                Issue.record("found at a reading")
                AwaitingNumbers.found.signal()
                AwaitingNumbers.reading.wait()
            }
        }
    }
    @Test(arguments: AwaitingNumbers()) func uses(_ number: Int) {
        AwaitingNumbers.areAwaiting.store(false, ordering: .relaxed)
        AwaitingNumbers.reading.signal()
    }
}

@Suite(.serialized) struct LateTests {
    @Test func starts() {
        Task.detached {
            try await Task.sleep(for: .milliseconds(50))
            Issue.record("found late")
        }
    }
    @Test(arguments: 1...3) func innocent(number: Int) async throws { try await Task.sleep(for: .milliseconds(100)) }
}

/// Leaves work that ends the process.
struct LateCrashTests {
    @Test func starts() {
        Task {
            try await Task.sleep(for: .milliseconds(50))
            fatalError("crashed late")
        }
    }
}

/// Leaves work that ends the process in another way.
struct LateExitTests {
    @Test func starts() {
        Task.detached {
            try await Task.sleep(for: .milliseconds(50))
            exit(7)
        }
    }
}

/// Each leaves work that fails when no test runs any more.
@Suite struct LastTests {
    @Test func queue() { DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { Issue.record("found last") } }
    @Test func thread() {
        Thread.detachNewThread {
            usleep(100_000)
            Issue.record("found last")
        }
    }
    @Test func task() {
        Task.detached {
            try await Task.sleep(for: .milliseconds(100))
            Issue.record("found last")
        }
    }
}

/// Waits for what nobody says.
struct HungTests {
    @Test func hangs() async { await never() }
    private func never() async {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
}

struct Unknown: Error {}
struct Unprepared: TestTrait {
    func prepare(for test: Test) throws { throw Unknown() }
}

/// A condition that throws fails what is in the suite.
@Suite(.enabled("if known") { throw Unknown() }) struct UnknownTests {
    @Test func one() {}
    @Test(.compactMapIssues { _ in nil }) func quiet() {}
    @Test(arguments: [1, 2]) func listed(number: Int) {}
}
@Suite struct UnpreparedTests {
    @Test(Unprepared(), arguments: [1, 2]) func each(number: Int) {}
    @Test(Unprepared(), .compactMapIssues { _ in nil }) func quiet() {}
}

/// The work of the first test fails while the second is planned.
@Suite(.serialized) struct MeanwhileTests {
    static let planning = DispatchSemaphore(value: 0), found = DispatchSemaphore(value: 0)
    static func plan() -> Bool {
        planning.signal()
        return found.wait(timeout: .now() + 60) == .success
    }
    @Test func starts() {
        Thread.detachNewThread {
            guard Self.planning.wait(timeout: .now() + 60) == .success else { return }
            Issue.record("found meanwhile")
            Self.found.signal()
        }
    }
    @Test(.enabled("once found") { plan() }) func then() {}
}
