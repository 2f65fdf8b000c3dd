// SPDX-License-Identifier: MIT

/// Observes the tests of its bundle.
///
/// Register it for the whole run by a record of its own, anywhere in a module of the bundle:
///
/// ```swift
/// @section("testkit_modules") @used private let observing: ModuleRecord = { context in
///     ModuleRegistration(context).observe(with: TimingObserver())
/// }
/// ```
///
/// or for a part of it by ``TestObservers/add(_:)``, in a hook.
///
/// The runner spreads a run over several processes. An observer lives in each of them, and hears of what this process
/// runs of its own bundle; a process that dies tells nobody of its end.
public protocol TestObserver: AnyObject, Sendable {
    /// Takes the next event.
    ///
    /// Called on the main thread, but for `failureRecorded`, which comes on any thread, in the middle of the case. What an
    /// assertion finds here is a failure of the activity that is running, and no event.
    func handle(_ event: TestEvent)
}

extension ModuleRegistration {
    /// Registers an observer for the whole run.
    public func observe(with observer: any TestObserver) {
        TestObservers.add(observer, of: UInt(bitPattern: collector.address))
    }
}
