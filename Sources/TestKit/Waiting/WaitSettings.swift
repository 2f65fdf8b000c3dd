// SPDX-License-Identifier: MIT

/// The settings of a case that waits for `finish()`, which it can change on any thread.
///
/// Values that `setUpTest` or the initialiser sets apply to all cases of the class; later values apply to the case
/// alone.
final class WaitSettings: Sendable {
    /// The values.
    struct Values {
        /// See ``TestCase/finishTimeout``.
        var finishTimeout = Duration.seconds(10)
        /// See ``TestCase/runLoopSlice``.
        var runLoopSlice = Duration.milliseconds(10)
        /// See ``TestCase/finishesOnExit``.
        var finishesOnExit = false
    }

    /// Guards the values: the current ones, and those to restore after the case.
    private let values = Mutex((current: Values(), kept: Values()))
    /// Whether a value was set since the last `keep` or `restore`.
    private let wasSet = AtomicFlag()

    /// Whether a value was set since the last `keep` or `restore`.
    var isChanged: Bool { wasSet.isSet }

    /// The current values.
    var current: Values { values.withLock { $0.current } }

    /// Changes a value.
    func set<Value: Sendable>(_ path: WritableKeyPath<Values, Value> & Sendable, to value: Value) {
        values.withLock { $0.current[keyPath: path] = value }
        wasSet.set()
    }

    /// Makes the current values those of every case.
    func keep() {
        values.withLock { $0.kept = $0.current }
        wasSet.set(false)
    }

    /// Restores the values of every case.
    func restore() {
        values.withLock { $0.current = $0.kept }
        wasSet.set(false)
    }
}

extension TestCase {
    /// The time limit of a synchronous case named `testAsync…` or `…Async`: 10 seconds unless set.
    ///
    /// It is read while the case waits, so a case can change its own limit, on any thread. A limit that `setUpTest` sets
    /// applies to all cases of the class. Other cases have no limit but the runner's `--timeout`, which counts here as well.
    public final var finishTimeout: Duration {
        get { waitSettings.current.finishTimeout }
        set { waitSettings.set(\.finishTimeout, to: newValue) }
    }

    /// The longest slice in which the main run loop is turned while a case waits: 10 milliseconds unless set.
    ///
    /// The end of the wait ends the slice as well. May be used on any thread.
    public final var runLoopSlice: Duration {
        get { waitSettings.current.runLoopSlice }
        set { waitSettings.set(\.runLoopSlice, to: newValue) }
    }

    /// Whether a case named `testAsync…` or `…Async` ends when its body returns, without a call of ``finish``.
    ///
    /// False unless set. May be used on any thread.
    public final var finishesOnExit: Bool {
        get { waitSettings.current.finishesOnExit }
        set { waitSettings.set(\.finishesOnExit, to: newValue) }
    }

    /// Ends a case named `testAsync…` or `…Async`: `finish()`, from any thread, once or several times.
    ///
    /// A synchronous case so named runs on a thread of its own, and one named `testAsyncmain…` or `…Asyncmain` on the main
    /// queue, while the main thread turns the main run loop. It ends when its body has returned and this was called;
    /// earlier at a failure, and with a failure after ``finishTimeout``. For other cases it does nothing.
    ///
    /// A suite cannot be sent to another thread; this value can, and represents the case in which it was read:
    ///
    /// ```swift
    /// func testAsyncDownload() {
    ///     download { [finish] data in
    ///         expectNotEmpty(data)
    ///         finish()
    ///     }
    /// }
    /// ```
    public final var finish: CaseFinish { CaseFinish(activity: .current) }
}

/// The type of ``TestCase/finish``, which is called like a function.
public struct CaseFinish: Sendable {
    /// The case; nil outside of all cases.
    let activity: Activity?

    /// Ends the case, from any thread.
    public func callAsFunction() {
        guard let activity else { return }
        activity.withExtras { $0.isFinished = true }
        activity.wakeWaiters()
    }
}
