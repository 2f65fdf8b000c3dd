// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// The observers of this bundle.
///
/// All functions may be called on any thread.
public enum TestObservers {
    /// The observers, in order of registration, and whether they have heard of the run's start.
    private static let observers = Mutex((all: [any TestObserver](), hasStarted: false))
    /// Whether there are any; written under the lock, so that a run without observers need not take it.
    private static let areAny = Atomic<Bool>(false)
    /// Whether the thread is handling an event: what fails there is none.
    @TaskLocal private static var isHandling = false

    /// Adds an observer, from the next event on.
    public static func add(_ observer: any TestObserver) {
        observers.withLock { state in
            state.all.append(observer)
            areAny.store(true, ordering: .releasing)
        }
    }

    /// Removes an observer.
    public static func remove(_ observer: any TestObserver) {
        observers.withLock { state in
            state.all.removeAll { $0 === observer }
            areAny.store(!state.all.isEmpty, ordering: .releasing)
        }
    }

    /// Whether anybody listens.
    static var isEmpty: Bool { !areAny.load(ordering: .acquiring) }

    /// Tells all observers of an event, on the current thread.
    static func tell(_ event: @autoclosure () -> TestEvent) {
        guard !isEmpty, !isHandling else { return }
        let event = event()
        let all = observers.withLock(\.all)
        $isHandling.withValue(true) {
            for observer in all { observer.handle(event) }
        }
    }

    /// Tells of the run's start, at the first test, and has its end told when the process exits.
    static func startRun() {
        guard !isEmpty else { return }
        let isFirst = observers.withLock { state in
            defer { state.hasStarted = true }
            return !state.hasStarted
        }
        guard isFirst else { return }
        tell(.runStarted)
        atexit { TestObservers.tell(.runEnded) }
    }
}
