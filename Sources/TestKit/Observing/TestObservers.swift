// SPDX-License-Identifier: MIT

import Glibc

/// The observers of this bundle.
///
/// All functions may be called on any thread. A shared TestKit keeps those of several bundles apart.
///
/// Rule 26.
public enum TestObservers {
    /// An observer, and what it observes.
    private struct Entry {
        /// The observer.
        let observer: any TestObserver
        /// An address in the library whose tests it hears of; 0: all, for it came before the first test.
        let library: UInt
    }

    /// The observers, in order of registration, and the libraries whose runs have started.
    private static let observers = Mutex((all: [Entry](), started: [UInt]()))
    /// Whether there are any; written under the lock, so that a run without observers need not take it.
    private static let areAny = AtomicFlag()
    /// Whether the current task or thread is handling an event: a failure in there is not an event.
    @TaskLocal private static var isHandling = false

    /// Adds an observer of the bundle whose class runs, from the next event on.
    public static func add(_ observer: any TestObserver) { add(observer, of: running) }

    /// Adds an observer of the library that an address is in.
    static func add(_ observer: any TestObserver, of library: UInt) {
        observers.withLock { state in
            state.all.append(Entry(observer: observer, library: library))
            areAny.set()
        }
    }

    /// Removes an observer.
    public static func remove(_ observer: any TestObserver) {
        observers.withLock { state in
            state.all.removeAll { $0.observer === observer }
            areAny.set(!state.all.isEmpty)
        }
    }

    /// Whether there are no observers.
    static var isEmpty: Bool { !areAny.isSet }

    /// The library whose class runs.
    private static var running: UInt { SuiteLibrary.running.load() }

    /// Passes an event to all observers of the running class's library, on the current thread.
    static func notify(_ event: @autoclosure () -> TestEvent) { notify(event(), of: running) }

    /// Passes an event to all observers of a library, on the current thread.
    private static func notify(_ event: @autoclosure () -> TestEvent, of library: UInt) {
        guard !isEmpty, !isHandling else { return }
        let event = event()
        let all = observers.withLock(\.all)
        $isHandling.withValue(true) {
            for entry in all where entry.library == library || entry.library == 0 { entry.observer.handle(event) }
        }
    }

    /// Notifies of the run's start, at the first test of a library, and of its end when the process exits.
    static func startRun() {
        guard !isEmpty else { return }
        let library = running
        let (isFirst, isFirstOfAll) = observers.withLock { state in
            let isFirst = !state.started.contains(library)
            defer { if isFirst { state.started.append(library) } }
            return (isFirst, state.started.isEmpty)
        }
        guard isFirst else { return }
        notify(.runStarted)
        if isFirstOfAll { atexit { TestObservers.endRuns() } }
    }

    /// Notifies of the end of each library's run.
    private static func endRuns() {
        for library in observers.withLock(\.started) { notify(.runEnded, of: library) }
    }
}
