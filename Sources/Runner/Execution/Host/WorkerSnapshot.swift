// SPDX-License-Identifier: MIT

import Glibc
import WorkerShims

/// A worker's activity when the host last looked, and since when.
///
/// The worker's own account of the start is in memory that a bundle may overwrite. The host believes it only as far as it can
/// be true: an activity that is new at one look began between the look before and this one.
struct WorkerSnapshot {
    /// One activity of a worker; no two in one process are equal.
    private struct Activity: Equatable {
        /// The stage, whatever the number.
        var stage: UInt32
        /// The process that runs it; 0 once that has ended.
        var process: UInt32
        /// While bundles are loaded: which one, and whose examples are read.
        let bundle: UInt32
        let examples: ExamplePlace
        /// While tests run: which class and case.
        let unit, slot: UInt32
        /// While a process is forked: since when, by the worker.
        ///
        /// A class may fork many processes, and only this time distinguishes them.
        let forked: UInt64

        /// Reads the worker's statements.
        init(_ view: WorkerView) {
            (stage, process) = (table_load(&view.record.pointee.stage), table_load(&view.record.pointee.process))
            (bundle, examples) = (view.bundle, view.examples)
            (unit, slot) = (table_load(&view.record.pointee.unit), table_load(&view.record.pointee.slot))
            forked = stage == WorkerStage.forking.rawValue ? view.since : 0
        }

        /// Reads the worker's statements until they are the same twice; nil if they never are.
        ///
        /// Between two parts of it, the worker may have gone on: the end of a class would be seen under the next one's number, and that
        /// one's own end count as begun by then. If a bundle writes there all the time, the activity before counts as still going on.
        init?(readWhole view: WorkerView) {
            self.init(view)
            for _ in 0..<3 {
                let again = Activity(view)
                if again == self { return }
                self = again
            }
            return nil
        }
    }

    /// The activity.
    private var activity: Activity
    /// When that began, in nanoseconds of CLOCK_MONOTONIC; another number for each activity.
    private(set) var since: UInt64
    /// When the host last looked.
    private var looked: UInt64
    /// The pauses of the host meanwhile.
    private var pauses = HostPauses()

    /// The first look, at a worker that was started just now.
    init(at view: WorkerView, now: UInt64) {
        (activity, since, looked) = (Activity(view), now, now)
    }

    /// Looks again.
    ///
    /// - Parameters:
    ///   - latest: Reads the clock once the record is read: nothing in it can have begun later. The host may not have run since `now`.
    ///   - owns: Whether a process is the worker or a child of it; a number that is neither is nothing new.
    mutating func look(
        at view: WorkerView, now: UInt64, latest: () -> UInt64, owns: (pid_t) -> Bool
    ) {
        guard var current = Activity(readWhole: view) else {
            looked = max(now, since)
            return
        }
        // Last: it is written before the rest, so it is not of something earlier.
        let stated = view.since
        // The end of a child ends no activity: the host has yet to see what it was.
        if current.process != activity.process, !owns(pid_t(bitPattern: current.process)) {
            current.process = activity.process
        }
        // Neither stage is an activity: the one before ends the process in it, and its limit goes on.
        let stage = WorkerStage(rawValue: current.stage)
        if stage == .gone || stage == .abandoned { current.stage = activity.stage }
        if current != activity {
            (activity, since, pauses) = (current, max(looked + 1, min(stated, latest())), HostPauses())
        }
        looked = max(now, since)
    }

    /// Leaves out time in which the user had stopped the run.
    mutating func leaveOut(_ length: UInt64) {
        since += length
        looked += length
    }

    /// Leaves out time in which the host did not run, as often as that may be; returns whether it did.
    mutating func leaveOutPause(_ length: UInt64, now: UInt64) -> Bool {
        guard pauses.take() else { return false }
        since = min(since + length, now)
        return true
    }

    /// The stage that the host saw; nil if the record held no valid one.
    var stage: WorkerStage? { WorkerStage(rawValue: activity.stage) }

    /// The class that the host saw, by index in the plan.
    var unit: UInt32? { activity.unit == TABLE_NONE ? nil : activity.unit }

    /// The case that the host saw, by index in the plan; nil in a set-up or tear-down.
    var slot: UInt32? { activity.slot == TABLE_NONE || stage != .runCase ? nil : activity.slot }

    /// The time that the activity has taken, in nanoseconds.
    func elapsed(at now: UInt64) -> UInt64 { now > since ? now - since : 0 }
}
