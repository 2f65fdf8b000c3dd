// SPDX-License-Identifier: MIT

/// Observes the tests of its bundle.
///
/// A ``RunObserver`` observes the whole run; any other observer, what follows the call of ``TestObservers/add(_:)``, in a hook.
///
/// The runner spreads a run over several processes. Each has observers of its own, which receive the events of what it runs
/// of their bundle. A process that dies sends no event: the observers in the next process that runs the class receive the lost
/// case, as `crashed` or `timedOut`, and the result of the suite continues from what the runner knows. If nothing of the class
/// is left to run, those in a process that runs none of it receive these events.
public protocol TestObserver: AnyObject, Sendable {
    /// Takes the next event.
    ///
    /// Called on the main thread, except for `failureRecorded`, which comes on any thread, in the middle of the case. A failed
    /// assertion in here fails the running case, set-up or tear-down, and is not an event.
    func handle(_ event: TestEvent)
}

/// Observes the tests of its bundle from the first to the last; registration makes one instance of each such class.
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
