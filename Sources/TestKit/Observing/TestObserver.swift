// SPDX-License-Identifier: MIT

/// Observes the tests of its bundle.
///
/// A class that is a ``RunObserver`` observes the whole run; another one, from when ``TestObservers/add(_:)`` gets it, in a hook.
///
/// The runner spreads a run over several processes. An observer lives in each of them, and hears of what this process
/// runs of its own bundle. A process that dies notifies nobody of its end: the observers in the next process that runs the class
/// hear of the case that was lost, as `crashed` or `timedOut`, and the result of the suite goes on from what the runner knows.
/// Where nothing of the class is left to run, they hear that in a process that runs none of it.
public protocol TestObserver: AnyObject, Sendable {
    /// Takes the next event.
    ///
    /// Called on the main thread, but for `failureRecorded`, which comes on any thread, in the middle of the case. What an
    /// assertion finds here is a failure of the activity that is running, and no event.
    func handle(_ event: TestEvent)
}

/// Observes the tests of its bundle from the first to the last; the registrar makes one of each such class.
///
/// ```swift
/// final class TimingObserver: RunObserver {
///     init() {}
///     func handle(_ event: TestEvent) { … }
/// }
/// ```
///
/// The protocol must be in the class's own declaration, and the class must not be private.
public protocol RunObserver: TestObserver {
    /// Makes the observer, when the bundle is loaded.
    init()
}

extension ModuleRegistration {
    /// Registers an observer for the whole run.
    public func observe(with observer: any TestObserver) {
        TestObservers.add(observer, of: UInt(bitPattern: collector.address))
    }
}
