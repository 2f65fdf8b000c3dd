// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// The end of a process in which tests have started work that goes on.
///
/// Rule 34.
extension Worker {
    /// For how long a process waits for such work, in nanoseconds: for blocks from its end on, for the rest from the test's.
    private static let patience: UInt64 = 1_000_000_000
    /// The additional wait where one of its threads has crashed and writes its backtrace, in nanoseconds.
    private static let crashPatience: UInt64 = 60_000_000_000
    /// After how many looks it says that it still waits: the host would mistake one without progress for one that was stopped.
    private static let breath = 100
    /// The least number of looks: work that is about to end may still wait for a processor.
    private static let leastLooks = 20
    /// The most pieces of work to look at.
    private static let capacity = 1024

    /// Waits for the tasks, blocks and threads that tests of this process have started, but not for long, and names those that are left.
    func awaitWork() {
        if work_has_begun() == 0 { return }
        let start = worker_now()
        let last = start + Self.patience
        var looks = 0, still = 0
        while !table.isStopping {
            let now = worker_now()
            let left = workLeft(within: last - min(last, now))
            if left.isEmpty { return }
            let isCrashing = CrashTrace.fatalSignal(of: trace, getpid()) != nil
            // A bundle may have written any time into its pages.
            let ends = left.map { $0.kind == WORK_BLOCK ? start : min(start, ended($0.origin) ?? start) }
            let end = (ends.max() ?? start) + Self.patience
            if now >= end + (isCrashing ? Self.crashPatience : 0), looks >= Self.leastLooks { return report(left) }
            // Event loops, mostly.
            let isStill = left.allSatisfy { $0.kind == WORK_THREAD } && ThreadWatch.allAwaitEvents()
            still = isStill ? still + 1 : 0
            if still >= ThreadWatch.patience { return }
            if looks % Self.breath == 0 { enter(.idle) }
            looks += 1
            work_pool_serve_main_queue()
            // Nothing reports the end of a task.
            usleep(1000)
        }
    }

    /// The work that has not ended, and does not begin later than in some nanoseconds, of tests that do not keep any by intention.
    private func workLeft(within time: UInt64) -> [work_left] {
        let found = [work_left](unsafeUninitializedCapacity: Self.capacity) { buffer, count in
            count = work_find_left(time, buffer.baseAddress, buffer.count)
        }
        return found.filter { !keepsRunning($0.origin) }
    }

    /// When an activity ended, a set-up with its class, in nanoseconds of CLOCK_MONOTONIC; nil where that is not known.
    private func ended(_ number: UInt64) -> UInt64? {
        let time: UInt64 =
            switch Activity(number: number) {
            case .run(let slot) where slot < table.slotCount: table.slot(slot).latest.end_time
            case .begin(let unit) where unit < table.unitCount, .end(let unit) where unit < table.unitCount:
                table.unit(unit).times.end
            default: 0
            }
        return time == 0 ? nil : time
    }

    /// Whether an activity keeps something running by intention, or a case of its class does.
    private func keepsRunning(_ number: UInt64) -> Bool {
        switch Activity(number: number) {
        case .run(let slot): slot < table.slotCount && table.slot(slot).keepsRunning
        case .begin(let unit), .end(let unit):
            unit < table.unitCount && table.unit(unit).slots.contains { table.slot($0).keepsRunning }
        case nil: false
        }
    }

    /// Names the remaining work by the tests that have started it; the check of each class's leaks has named threads.
    private func report(_ left: [work_left]) {
        if start.leaks == .off { return }
        let tasks = counts(of: left, WORK_TASK), blocks = counts(of: left, WORK_BLOCK)
        for origin in Set(left.map(\.origin)).sorted() {
            let parts = [
                tasks[origin].map { Count.text($0, "task", "tasks") },
                blocks[origin].map { Count.text($0, "block on a queue", "blocks on queues") },
            ].compactMap { $0 }
            if parts.isEmpty { continue }
            let message =
                "left work running: \(parts.joined(separator: " and ")), at the end of its process"
            let kind: Issue.Kind = start.leaks == .fail ? .leak : .warning
            let first = left.first { $0.origin == origin && $0.kind != WORK_THREAD }
            let issue = Issue(kind: kind, message: message)
            let remark = WorkerMessage.Remark.left(issue, by: first.map(calls) ?? [])
            host.send(.remark(remark, activity: origin, isLate: true))
        }
    }

    /// The calls by which a piece of work was started, the last one first.
    private func calls(of piece: work_left) -> [TaskTrace.Place] {
        var calls = piece.calls
        return withUnsafeBytes(of: &calls) { Array($0.bindMemory(to: UInt64.self)) }.compactMap { address in
            var offset: UInt64 = 0
            // The call itself is before the instruction to return to.
            guard address > 0, let path = worker_place_in_image(address - 1, &offset) else { return nil }
            return TaskTrace.Place(path: String(cString: path), address: offset)
        }
    }

    /// The number of remaining pieces of a kind, for each activity.
    private func counts(of left: [work_left], _ kind: work_kind) -> [UInt64: Int] {
        left.reduce(into: [:]) { if $1.kind == kind { $0[$1.origin, default: 0] += 1 } }
    }
}
