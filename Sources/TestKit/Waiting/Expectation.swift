// SPDX-License-Identifier: MIT

/// An event that a case waits for, on any thread.
///
/// ```swift
/// let arrived = Expectation("the answer arrived")
/// server.ask { _ in arrived.fulfill() }
/// wait(for: arrived, timeout: .seconds(2))
/// ```
///
/// An expectation that a case creates and never waits for is a failure, at the place where it was made; one that
/// `setUpTest` creates may be waited for until the class's end. All members may be used on any thread.
///
/// Rule 22.
public final class Expectation: Sendable {
    /// The state that threads share.
    private struct State {
        /// The number of times that it was fulfilled.
        var count = 0
        /// See ``Expectation/expectedFulfillmentCount``.
        var expectedCount: Int
        /// See ``Expectation/isInverted``.
        var isInverted: Bool
        /// See ``Expectation/allowsOverFulfillment``.
        var allowsOverFulfillment: Bool
        /// When it was fulfilled as often as expected, as the number of such events so far; nil before.
        var order: UInt?
        /// Whether a wait for it has begun.
        var wasWaitedFor = false
        /// The waits for it.
        var waiters: [any Wakeable] = []
    }

    /// The name of the expectation, for the report.
    public let name: String
    /// Where it was made.
    private let location: SourceLocation
    /// The case that made it; nil outside of all cases.
    private let activity: Activity?
    /// Guards the fields that threads share.
    private let state: Mutex<State>
    /// The number of expectations that have been fulfilled in this process.
    private static let fulfilments = Atomic(0)

    /// An expectation that is not fulfilled yet.
    ///
    /// - Parameters:
    ///   - name: The expected event, for the report.
    ///   - expectedFulfillmentCount: How often it must be fulfilled; less than 1 is a failure, and counts as 1.
    ///   - isInverted: Whether it is met when it is fulfilled *fewer* times.
    ///   - allowsOverFulfillment: Whether it may be fulfilled more often than expected.
    ///   - file: The file that makes it.
    ///   - line: The line that makes it.
    public init(
        _ name: String, expectedFulfillmentCount: Int = 1, isInverted: Bool = false,
        allowsOverFulfillment: Bool = false, file: StaticString = #filePath, line: UInt = #line
    ) {
        self.name = name
        location = SourceLocation(file, line)
        activity = .current
        state = Mutex(
            State(
                expectedCount: max(1, expectedFulfillmentCount), isInverted: isInverted,
                allowsOverFulfillment: allowsOverFulfillment)
        )
        if expectedFulfillmentCount < 1 { failForCount(expectedFulfillmentCount, location) }
        activity?.add(self)
    }

    /// How often it must be fulfilled, 1 unless set; less than 1 is a failure, and counts as 1.
    public var expectedFulfillmentCount: Int {
        get { state.withLock { $0.expectedCount } }
        set {
            if newValue < 1 { failForCount(newValue, location) }
            change { $0.expectedCount = max(1, newValue) }
        }
    }

    /// Whether it is met when it is fulfilled fewer times than expected; false unless set.
    ///
    /// Waiting for it takes the whole time limit if it is met, and ends at once if it is not.
    public var isInverted: Bool {
        get { state.withLock { $0.isInverted } }
        set { change { $0.isInverted = newValue } }
    }

    /// Whether it may be fulfilled more often than expected; false unless set: then one call too many fails the case.
    public var allowsOverFulfillment: Bool {
        get { state.withLock { $0.allowsOverFulfillment } }
        set { change { $0.allowsOverFulfillment = newValue } }
    }

    /// Fulfils the expectation once.
    ///
    /// An excess call is a failure of the case that made the expectation, at the place of this call.
    public func fulfill(file: StaticString = #filePath, line: UInt = #line) {
        let excess = change { state -> Int? in
            state.count += 1
            if state.count == state.expectedCount { state.order = Self.fulfilments.add(1) }
            let isExcess = !state.isInverted && !state.allowsOverFulfillment && state.count > state.expectedCount
            return isExcess ? state.expectedCount : nil
        }
        guard let excess else { return }
        Assertion.record(
            .init("the expectation \"\(name)\" was fulfilled more often than \(Self.times(excess))"),
            SourceLocation(file, line),
            activity ?? .current
        )
    }

    /// Changes the state and has those who wait look again.
    @discardableResult
    private func change<Result: Sendable>(_ body: (inout sending State) -> Result) -> Result {
        let result = state.withLock { body(&$0) }
        for waiter in state.withLock(\.waiters) { waiter.wake() }
        return result
    }

    /// Records a failure for a count that no expectation can have.
    private func failForCount(_ count: Int, _ location: SourceLocation) {
        let finding = Assertion.Finding("an expectation's count must be 1 or more, got \(count)")
        Assertion.record(finding, location, activity ?? .current)
    }

    /// "1 time", "2 times".
    private static func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(count) times" }
}

// MARK: Waiting

extension Expectation {
    /// The current state of an expectation.
    enum Verdict {
        /// It can still go either way.
        case open
        /// It is met for certain.
        case met
        /// It is certain not to be met.
        case failed
    }

    /// The current state of the expectation.
    var verdict: Verdict {
        state.withLock { state in
            guard state.count >= state.expectedCount else { return .open }
            return state.isInverted ? .failed : .met
        }
    }

    /// The finding at the end of a wait; nil if the expectation is met.
    var finding: String? {
        state.withLock { state in
            let hasCome = state.count >= state.expectedCount
            guard hasCome == state.isInverted else { return nil }
            if state.isInverted {
                let limit = state.expectedCount == 1 ? "none" : "fewer than \(state.expectedCount)"
                return "\"\(name)\" was fulfilled \(Self.times(state.count)), expected \(limit)"
            }
            return "\"\(name)\" was fulfilled \(state.count) of \(Self.times(state.expectedCount))"
        }
    }

    /// When it was fulfilled as often as expected, as a number that later ones exceed; nil before.
    var order: UInt? { state.withLock { $0.order } }

    /// Whether a wait for it has begun.
    var wasWaitedFor: Bool { state.withLock { $0.wasWaitedFor } }

    /// The issue to report if no code has waited for it.
    var neverWaitedFor: Issue {
        Issue(kind: .assertion, message: "the expectation \"\(name)\" was never waited for", location: location)
    }

    /// Has a waiter woken at every fulfilment.
    func add(_ waiter: any Wakeable) {
        state.withLock { state in
            state.wasWaitedFor = true
            state.waiters.append(waiter)
        }
    }

    /// Forgets a waiter.
    func remove(_ waiter: any Wakeable) {
        state.withLock { $0.waiters.removeAll { $0 === waiter } }
    }
}
