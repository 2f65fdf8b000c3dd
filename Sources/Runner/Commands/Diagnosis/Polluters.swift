// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel

/// Finds the smallest set of earlier cases that makes a case fail, or makes it pass.
///
///     find
///       first          the first case that has to be there: bisection of where the suspects begin (PolluterSearch)
///       check          these alone do it, and without them it does not happen
///       first …        else one more has to be there, after that one
///       minimize       where that leads nowhere, delta debugging
///
/// A bisection that leaves out the beginning keeps what is between a polluter and its victim, such as cleaners.
struct Polluters<Runner: TrialRunner> {
    /// Cases that make the difference, with the evidence.
    struct Found {
        /// The cases, in order.
        let slots: [Plan.Slot]
        /// The number of failures of the watched case after them.
        let shown: Evidence
    }

    /// The most culprits that one search finds.
    private static var sizeLimit: Int { 4 }
    /// The number of times that a search may start again.
    private static var searchLimit: Int { 5 }
    /// The most suspects for which delta debugging is tried.
    private static var minimizeLimit: Int { 200 }

    /// The case that is watched.
    let slot: Plan.Slot
    /// The suspects, in order.
    let suspects: [Plan.Slot]
    /// The conditions of all trials.
    let conditions: TrialConditions
    /// Whether the search is for failures; otherwise it is for passes.
    let isFailure: Bool
    /// The number of failures of the case by itself.
    private(set) var alone: Evidence
    /// Makes the trials.
    private(set) var runner: Runner
    /// The rate of the outcome after all suspects, as far as it is known.
    private var rate = 0.999
    /// The number of failures of the case after all suspects.
    private var whole = Evidence()

    /// Prepares a search.
    init(
        slot: Plan.Slot, suspects: [Plan.Slot], conditions: TrialConditions, isFailure: Bool, alone: Evidence,
        by runner: Runner
    ) {
        (self.slot, self.suspects, self.conditions) = (slot, suspects, conditions)
        (self.isFailure, self.alone, self.runner) = (isFailure, alone, runner)
    }

    /// Returns the culprits; nil if none can be shown beyond doubt.
    mutating func find() throws(TrialStop) -> Found? {
        for _ in 0..<Self.searchLimit {
            var (found, rest): ([Plan.Slot], [Plan.Slot]) = ([], suspects)
            while found.count < Self.sizeLimit, !rest.isEmpty, let place = try first(of: rest, behind: found) {
                found.append(rest[place])
                if let shown = try check(found) { return Found(slots: try reduce(found, shown), shown: shown) }
                rest = Array(rest[(place + 1)...])
                guard found.count == 1 else { continue }
                // There are several culprits, or an outcome that does not come each time has misled the search.
                guard try measure() else { return nil }
                if rate < 0.9 { break }
            }
        }
        guard suspects.count <= Self.minimizeLimit else { return nil }
        let found = try minimize(suspects)
        return try check(found).map { Found(slots: found, shown: $0) }
    }

    /// Measures the rate after all suspects; returns false if it is too low for a search.
    private mutating func measure() throws(TrialStop) -> Bool {
        let limit = whole.tries + 4 * Diagnoser<Runner>.round
        var hits = 0
        // One failure gives no rate.
        repeat {
            whole.add(try count([suspects], times: Diagnoser<Runner>.round)[0])
            hits = isFailure ? whole.failures : whole.tries - whole.failures
            if hits == whole.tries, hits > 0 { return true }
        } while hits < 2 && whole.tries < limit
        rate = (Double(hits) + 1) / (Double(whole.tries) + 2)
        return rate > 0.1
    }

    /// Returns the place of the first necessary suspect, given later ones that are necessary; nil if the search fails.
    private mutating func first(of suspects: [Plan.Slot], behind kept: [Plan.Slot]) throws(TrialStop) -> Int? {
        if suspects.count == 1 { return 0 }
        var search = PolluterSearch(count: suspects.count, hitRate: rate, falseRate: rate > 0.99 ? 0.001 : 0.02)
        // A rare failure is weaker evidence with each try.
        let limit = Int(Double(4 * (64 - UInt64(suspects.count).leadingZeroBitCount) + 12) / rate)
        for _ in 0..<limit {
            if let culprit = search.culprit { return culprit }
            let start = search.nextStart
            let trial = WatchedCase(before: kept + Array(suspects[start...]), slot: slot)
            let outcome = try runner.outcomes(of: [trial], under: conditions)[0]
            search.take(isFailure: doesIt(outcome), from: start)
        }
        return search.culprit
    }

    /// Whether an outcome is the wanted one.
    private func doesIt(_ outcome: TrialOutcome) -> Bool { isFailure ? outcome.isFailure : outcome == .passed }

    /// Counts the outcomes of several sets of cases, each run several times.
    private mutating func count(_ sets: [[Plan.Slot]], times: Int) throws(TrialStop) -> [Evidence] {
        // In turn, so that an outside change affects all sets alike.
        let trials = (0..<times).flatMap { _ in sets.map { WatchedCase(before: $0, slot: slot) } }
        let outcomes = try runner.outcomes(of: trials, under: conditions)
        return sets.indices.map { set in
            Evidence(outcomes.indices.filter { $0 % sets.count == set }.map { outcomes[$0] })
        }
    }

    /// Returns the evidence after some cases, if it differs beyond doubt from the case alone.
    private mutating func check(_ found: [Plan.Slot]) throws(TrialStop) -> Evidence? {
        var shown = Evidence()
        for number in 0..<12 {
            let round = try count([found, []], times: Diagnoser<Runner>.round)
            shown.add(round[0])
            alone.add(round[1])
            // These cases make no difference.
            if isUnchanged(shown, at: rate) { return nil }
            if isFailure ? shown.isMore(than: alone) : alone.isMore(than: shown) { return shown }
            if number > 2, abs(shown.rate - alone.rate) < 0.1 { return nil }
        }
        return nil
    }

    /// Returns the necessary ones of some cases, after which the outcome comes as often as shown.
    private mutating func reduce(_ found: [Plan.Slot], _ shown: Evidence) throws(TrialStop) -> [Plan.Slot] {
        let hitRate = isFailure ? shown.rate : 1 - shown.rate
        var kept = found
        for one in found where kept.count > 1 {
            let others = kept.filter { $0 != one }
            var evidence = Evidence()
            for _ in 0..<12 {
                evidence.add(try count([others], times: Diagnoser<Runner>.round)[0])
                if isFailure ? evidence.isMore(than: alone) : alone.isMore(than: evidence) {
                    kept = others
                    break
                }
                if isUnchanged(evidence, at: hitRate) { break }
            }
        }
        return kept
    }

    /// Whether an outcome never came, in so many tries that it hardly comes at a rate.
    private func isUnchanged(_ evidence: Evidence, at rate: Double) -> Bool {
        (isFailure ? evidence.isNever : evidence.isAlways) && pow(1 - rate, Double(evidence.tries)) < 0.01
    }

    /// Returns a smallest part of the suspects that makes the difference, by delta debugging.
    private mutating func minimize(_ suspects: [Plan.Slot]) throws(TrialStop) -> [Plan.Slot] {
        // Enough tries to see the outcome once, almost surely.
        let times = rate > 0.9 ? 1 : rate > 0.5 ? 4 : 10
        return try DeltaDebugging.minimize(suspects) { parts throws(TrialStop) in
            let trials = parts.flatMap { Array(repeating: WatchedCase(before: $0, slot: slot), count: times) }
            let outcomes = try runner.outcomes(of: trials, under: conditions)
            return parts.indices.map { part in
                (0..<times).contains { doesIt(outcomes[part * times + $0]) }
            }
        }
    }
}
