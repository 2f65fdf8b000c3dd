// SPDX-License-Identifier: MIT

import Glibc

/// The steps that end a process which takes too long: a backtrace where Swift's runtime writes one, a polite signal, an
/// end by force.
struct TerminationSteps {
    /// The time that a process gets after a signal, in nanoseconds.
    private static let grace: UInt64 = 1_000_000_000
    /// The time for a backtrace that has begun, in nanoseconds.
    private static let backtraceGrace: UInt64 = 20_000_000_000

    /// The progress of a process's backtrace.
    enum Backtrace {
        /// It has not begun, as far as can be seen.
        case none
        /// It has begun.
        case begun
        /// It is written.
        case done
    }

    /// The process.
    let process: pid_t
    /// The beginning of the activity that takes too long.
    let since: UInt64
    /// When the last step was taken.
    private var at: UInt64
    /// The signal sent last; 0, which is none, to a process that had crashed.
    private(set) var signal: Int32
    /// The signal by which it had crashed before.
    private(set) var crash: Int32?
    /// The number of SIGKILLs so far.
    private(set) var kills = 0

    /// Begins; the first signal asks for a backtrace if the process `catches` it.
    init(of process: pid_t, since: UInt64, now: UInt64, catchesQuit: Bool) {
        (self.process, self.since, at) = (process, since, now)
        signal = catchesQuit ? SIGQUIT : SIGTERM
    }

    /// Begins with a wait: a process that has crashed is writing its backtrace.
    init(ofCrashed process: pid_t, by crash: Int32, since: UInt64, now: UInt64) {
        (self.process, self.since, at) = (process, since, now)
        (signal, self.crash) = (0, crash)
    }

    /// Begins with the end by force, where what the process was doing no longer matters.
    init(atOnceOf process: pid_t, since: UInt64, now: UInt64) {
        (self.process, self.since, at) = (process, since, now)
        (signal, kills) = (SIGKILL, 1)
    }

    /// Takes the next step if the time of the last one is over; returns whether it did.
    ///
    /// A backtrace that has begun gets more time: on a busy machine, Swift's takes seconds.
    mutating func takeStep(now: UInt64, _ backtrace: @autoclosure () -> Backtrace) -> Bool {
        guard isDue(now: now, backtrace) else { return false }
        signal = signal == SIGQUIT || signal == 0 ? SIGTERM : SIGKILL
        at = now
        if signal == SIGKILL { kills += 1 }
        return true
    }

    /// Whether the last signal has had its time.
    private func isDue(now: UInt64, _ backtrace: () -> Backtrace) -> Bool {
        if signal == 0 { return now > at + Self.backtraceGrace }
        guard signal == SIGQUIT else { return now > at + Self.grace }
        return switch backtrace() {
        case .done: true
        case .begun: now > at + Self.backtraceGrace
        case .none: now > at + Self.grace
        }
    }
}
