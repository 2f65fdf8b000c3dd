// SPDX-License-Identifier: MIT

/// A worker as the scheduler knows it: its units, and how quickly it runs them.
struct ScheduledWorker: Hashable {
    /// The amount of expected work that is handed over at once, in nanoseconds.
    static let span: UInt64 = 4_000_000
    /// Units that take longer than this are not handed over before the worker needs them, in nanoseconds.
    static let longest: UInt64 = 20_000_000
    /// The most units that are handed over at once: as many records as any pipe has room for.
    static let most = 256
    /// The number of units of the first worker while others start.
    private static let first = 4
    /// The time that a worker waits without units, in nanoseconds, before a new process takes units that it may not run.
    static let patience: UInt64 = 25_000_000

    /// The units that it was handed and that are not closed; it runs the first.
    private(set) var queue: ArraySlice<UInt32> = []
    /// The last unit that it was handed in the order of the plan.
    private(set) var last: UInt32?
    /// The last of those that it has closed.
    private var lastClosed: UInt32?
    /// Whether the first unit of its queue is out of that order.
    private var isFirstUrgent = false
    /// The number of units of its queue that use each resource, for resources with such units.
    private(set) var uses: [Int: Int] = [:]
    /// The number of units that it may have after the one that it runs.
    private(set) var batch: Int
    /// Whether it ends after its units.
    var isLeaving = false
    /// Whether what it had not begun was taken back, and it has closed nothing since.
    var isStripped = false
    /// Since when it has nothing to run, though units wait.
    var idleSince: UInt64?
    /// The time when it first had units after the one that it runs; nil if it has closed one since.
    var aheadSince: UInt64?
    /// The number of units that it has closed since its last hand-out.
    private var closed: UInt64 = 0
    /// When its last hand-out was.
    private var since: UInt64
    /// Whether its units are never taken back.
    private let isKept: Bool

    /// Starts with nothing.
    init(_ work: PlannedWork, since: UInt64) {
        self.since = since
        isKept = work.isKept
        batch = work.isWalked ? Int(work.unitCount) : isKept ? Self.most : Self.first
    }

    /// Whether it has so few units that it can be handed more.
    var isLow: Bool { queue.count <= 1 + batch / 2 }

    /// It is handed a unit; one that must start now, whatever comes before it, when it has no other.
    mutating func take(_ unit: UInt32, isUrgent: Bool) {
        queue.append(unit)
        if isUrgent { isFirstUrgent = true } else { last = unit }
    }

    /// It loses its last unit.
    mutating func dropLast() {
        queue.removeLast()
        last = queue.count > (isFirstUrgent ? 1 : 0) ? queue.last : lastClosed
        if queue.isEmpty { isFirstUrgent = false }
    }

    /// Its first unit is closed.
    mutating func close() {
        let unit = queue.removeFirst()
        if !isFirstUrgent { lastClosed = unit }
        isFirstUrgent = false
        closed += 1
        isStripped = false
        aheadSince = nil
    }

    /// Notes a further unit of its queue that uses a resource; returns whether it is the first.
    mutating func use(_ resource: Int) -> Bool {
        uses[resource, default: 0] += 1
        return uses[resource] == 1
    }

    /// Notes that one unit less of its queue uses a resource; returns whether it was the last.
    mutating func stopUsing(_ resource: Int) -> Bool {
        let count = (uses[resource] ?? 0) - 1
        uses[resource] = count > 0 ? count : nil
        return count == 0
    }

    /// Estimates how many units it may have ahead by how quickly it has run those since the last time.
    mutating func estimate(now: UInt64) {
        guard !isKept, closed > 0 else { return }
        let each = (now - min(since, now)) / closed
        // A first look includes the start of the process.
        let wanted = each > Self.longest ? 0 : max(1, Int(clamping: Self.span / max(1, each)))
        batch = min(wanted, 2 * batch + 1, Self.most)
        (closed, since) = (0, now)
    }
}
