// SPDX-License-Identifier: MIT

import BundleABI

@testable import RunnerModel
@testable import Runner

/// Stands for worker processes: the watched case fails as a planted cause has it.
struct SimulatedTrials: TrialRunner {
    /// Why the watched case fails.
    enum Plant: CustomStringConvertible {
        /// Always.
        case alone
        /// After all of these, less often than always where so.
        case polluted(by: [Int], rate: Double)
        /// After one, unless another comes behind it, whose traces it removes.
        case cleaned(polluter: Int, cleaner: Int)
        /// Unless it runs after one.
        case brittle(Int)
        /// Unless it runs after all of these, and not after another, which undoes what they do.
        case prepared(by: [Int], undoneBy: Int)
        /// By the key for hashing.
        case hashing(Double)
        /// By random numbers.
        case random(Double)
        /// By the order of its own tasks, which the system decides otherwise.
        case interleaving(Double)
        /// Beside other workers.
        case together(Double)
        /// Because it takes so long of its limit.
        case slow(UInt64)
        /// Now and then.
        case flaky(Double)
        /// Once, and never again.
        case once

        var description: String {
            switch self {
            case .alone: "alone"
            case .polluted(let polluters, let rate):
                (polluters.count > 1 ? "two polluters" : "polluter")
                    + (rate < 0.5 ? ", one time in four" : rate < 1 ? ", now and then" : "")
            case .cleaned: "polluter and cleaner"
            case .brittle: "brittle"
            case .prepared: "declared order"
            case .hashing: "hashing"
            case .random: "random numbers"
            case .interleaving: "interleaving"
            case .together: "concurrency"
            case .slow: "time"
            case .flaky(let rate): "flaky, \(Int(rate * 100)) %"
            case .once: "once"
            }
        }
    }

    /// Why it fails.
    let plant: Plant
    /// The chance in the world.
    var numbers: SeededNumbers
    /// How many runs were made.
    private(set) var runs = 0
    /// How many runs there may be.
    var limit = Int.max
    /// How long the last trial took.
    private var lastDuration: UInt64 = 0

    init(_ plant: Plant, seed: UInt64) {
        self.plant = plant
        numbers = SeededNumbers(state: seed &* 0x2545_f491_4f6c_dd1d)
    }

    /// The watched case.
    static let slot = number(1_000_000)

    /// A case by a number.
    static func number(_ number: Int) -> Plan.Slot {
        Plan.Slot(caseIndex: UInt32(number), exampleIndex: TESTKIT_NO_EXAMPLE)
    }

    mutating func run(_ cases: [WatchedCase], under conditions: TrialConditions) throws(TrialStop) -> [TrialResult] {
        if runs >= limit { throw .outOfRuns }
        runs += 1
        return cases.map {
            let outcome = fails($0.before.map { Int($0.caseIndex) }, conditions, isTogether: false)
            return TrialResult(outcome: outcome, duration: lastDuration)
        }
    }

    mutating func run(
        together order: PrescribedOrder, watching slot: Plan.Slot, under conditions: TrialConditions
    ) throws(TrialStop) -> TrialOutcome {
        if runs >= limit { throw .outOfRuns }
        runs += 1
        let mine = order.workers.first { $0.joined().contains(slot) } ?? []
        return fails(mine.joined().filter { $0 != slot }.map { Int($0.caseIndex) }, conditions, isTogether: true)
    }

    /// The outcome of the watched case.
    private mutating func fails(_ before: [Int], _ conditions: TrialConditions, isTogether: Bool) -> TrialOutcome {
        /// A number that a seed stands for.
        func drawn(_ source: Chance.Source) -> UInt64 {
            var own = SeededNumbers(state: conditions.seed &* 977)
            return source == .seeded ? own.next() : numbers.next()
        }
        func isBelow(_ rate: Double, _ number: UInt64) -> Bool { Double(number >> 11) / Double(1 << 53) < rate }
        let hasFailed: Bool
        switch plant {
        case .alone: hasFailed = true
        case .polluted(let polluters, let rate):
            hasFailed = polluters.allSatisfy(before.contains) && numbers.happens(rate)
        case .cleaned(let polluter, let cleaner):
            let place = before.lastIndex(of: polluter)
            hasFailed = place.map { !before[$0...].contains(cleaner) } ?? false
        case .brittle(let setter): hasFailed = !before.contains(setter)
        case .prepared(let setters, let other):
            hasFailed = !setters.allSatisfy(before.contains) || before.contains(other)
        case .hashing(let rate): hasFailed = isBelow(rate, drawn(conditions.chance.hashing))
        case .random(let rate): hasFailed = isBelow(rate, drawn(conditions.chance.random))
        case .interleaving(let rate): hasFailed = isBelow(rate, drawn(conditions.chance.tasks))
        case .together(let rate): hasFailed = isTogether && numbers.happens(rate)
        case .slow(let duration):
            lastDuration = duration
            return conditions.stretch > 1 ? .passed : .timedOut
        case .flaky(let rate): hasFailed = numbers.happens(rate)
        case .once: hasFailed = false
        }
        return hasFailed ? .failed : .passed
    }
}
