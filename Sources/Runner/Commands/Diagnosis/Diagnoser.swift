// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Finds the cause of a failure by further runs of the case, which change one thing at a time; short tries come first.
///
///     diagnose
///       timeCause          took too long: with longer limits
///       alone              by itself, some times
///       aloneCause         it fails each time: hashing, the order of its tasks, the seed, and what might set it up (Polluters, for brittle tests):
///                          the cases that its class declares before it, and the others of the plan
///       behindOthers       after what ran before it: Polluters, for victims
///       seededCause        hashing and random numbers, by several seeds
///       together           with what the other workers ran
///       behindOthers       after what ran before it, more often: it may show seldom
///       interleavingCause  the order of its own tasks, by several seeds
///
/// Nothing is stated that chance alone would show once in a hundred thousand times (`Evidence.doubt`).
struct Diagnoser<Runner: TrialRunner> {
    /// The number of times that a case is tried in one run.
    static var round: Int { 8 }
    /// The most rounds for a condition whose effect is not yet significant.
    static var roundLimit: Int { 24 }

    /// More cases of its class than this that a case needs are called the declared order.
    static var setterLimit: Int { 3 }

    /// Makes the trials.
    private(set) var runner: Runner
    /// The failure.
    private let symptom: FailureContext
    /// The evidence of the case alone, under the conditions of the run.
    private var alone = Evidence()
    /// The evidence of the case after all that ran before it.
    private var behind = Evidence()

    /// Prepares for a failure.
    init(_ symptom: FailureContext, by runner: Runner) { (self.symptom, self.runner) = (symptom, runner) }

    /// The case that failed.
    private var slot: Plan.Slot { symptom.slot }

    /// Finds the cause; the diagnosis says so if trials stop first.
    mutating func diagnose() -> Diagnosis {
        do throws(TrialStop) { return try cause() } catch {
            var known = "no cause was found, because \(error.words)"
            if alone.tries > 0 { known += "; by itself, it failed \(alone.words)" }
            return Diagnosis(slot: slot, cause: .unknown(known), shown: alone)
        }
    }

    /// Finds the cause.
    private mutating func cause() throws(TrialStop) -> Diagnosis {
        if symptom.hasTimedOut, let found = try timeCause() { return found }
        try tryAlone(Self.round)
        if alone.isAlways, let found = try aloneCause() { return found }
        if alone.isNever {
            if let found = try behindOthers(rounds: [1, 3, 8]) { return found }
            if let found = try seededCause() { return found }
            if let found = try together() { return found }
            // Last, for each of these tries is as long as the run: of 36, what shows in a quarter nearly never shows in none.
            if let found = try behindOthers(rounds: [24]) { return found }
        } else if let found = try seededCause() {
            return found
        }
        if let found = try interleavingCause() { return found }
        return try flaky()
    }

    // MARK: By itself

    /// Tries the case some times, each in a process in which others may come before it; usually under the conditions of the run.
    private mutating func tries(
        _ count: Int, behind before: [Plan.Slot] = [], under conditions: TrialConditions? = nil
    ) throws(TrialStop) -> Evidence {
        let trials = Array(repeating: WatchedCase(before: before, slot: slot), count: count)
        return Evidence(try runner.outcomes(of: trials, under: conditions ?? symptom.conditions))
    }

    /// Tries the case by itself, some times.
    private mutating func tryAlone(_ count: Int) throws(TrialStop) { alone.add(try tries(count)) }

    /// Tests whether a case that took too long passes with a longer limit.
    private mutating func timeCause() throws(TrialStop) -> Diagnosis? {
        var conditions = symptom.conditions
        conditions.stretch = 8
        let result = try runner.run([WatchedCase(slot: slot)], under: conditions)[0]
        let took = result.duration
        guard result.outcome == .passed, took > symptom.limit / 2 else { return nil }
        return Diagnosis(slot: slot, cause: .time(took: took, limit: symptom.limit), shown: Evidence(1, of: 1))
    }

    /// Diagnoses a case that always fails alone; returns nil if it turns out that it does not.
    private mutating func aloneCause() throws(TrialStop) -> Diagnosis? {
        var others = symptom.conditions
        if others.chance.hashing == .seeded {
            others.chance.hashing = .system
            switch try differs(under: others) {
            case .none: break
            case .proven(let without):
                return Diagnosis(slot: slot, cause: .hashing, shown: alone, without: without)
            case .doubtful(let without):
                let reason =
                    "it fails each time, and \(without.words) with random keys for hashing: too few passes"
                return Diagnosis(slot: slot, cause: .unknown(reason), shown: alone, without: without)
            }
        }
        guard alone.isAlways else { return nil }
        if let found = try scheduledCause() { return found }
        guard alone.isAlways else { return nil }
        // Each seed gives other numbers, if random numbers come from the seed.
        for step in 1...4 as ClosedRange<UInt64> {
            var other = symptom.conditions
            other.seed &+= step
            // Hashing is already ruled out.
            other.chance.hashing = .system
            let trial = WatchedCase(slot: slot)
            guard try runner.outcomes(of: [trial, trial], under: other).contains(.passed) else { continue }
            if case .proven(let without) = try differs(under: other, byNeverFailing: true) {
                return Diagnosis(
                    slot: slot, cause: .random(seed: symptom.conditions.seed), shown: alone, without: without)
            }
        }
        guard alone.isAlways else { return nil }
        if let found = try declaredOrderCause() { return found }
        for others in symptom.others where !others.isEmpty {
            guard
                try runner.outcomes(of: [WatchedCase(before: others, slot: slot)], under: symptom.conditions) == [
                    .passed
                ]
            else {
                continue
            }
            if let found = try find(among: others, isFailure: false) { return found }
        }
        while alone.isAlways, alone.tries < 3 * Self.round { try tryAlone(Self.round) }
        return alone.isAlways ? Diagnosis(slot: slot, cause: .alone, shown: alone) : nil
    }

    /// Tests whether a case that always fails alone, by the seed's order of its tasks, passes by the system's.
    private mutating func scheduledCause() throws(TrialStop) -> Diagnosis? {
        var other = symptom.conditions
        guard other.chance.tasks == .seeded, other.chance.taskFile == nil else { return nil }
        other.chance.tasks = .system
        guard case .proven(let without) = try differs(under: other) else { return nil }
        let interleaving = Interleaving(seed: other.seed)
        return Diagnosis(slot: slot, cause: .interleaving(interleaving), shown: alone, without: without)
    }

    /// Tests whether a case that always fails alone passes after what its class declares before it.
    ///
    /// The other cases of the plan may undo what those prepare, so this is tried by itself.
    private mutating func declaredOrderCause() throws(TrialStop) -> Diagnosis? {
        if symptom.declared.isEmpty { return nil }
        let trial = WatchedCase(before: symptom.declared, slot: slot)
        guard try runner.outcomes(of: [trial], under: symptom.conditions) == [.passed] else { return nil }
        if let found = try find(among: symptom.declared, isFailure: false), found.culprits.count <= Self.setterLimit {
            return found
        }
        var declared = Evidence()
        for _ in 0..<Self.roundLimit {
            declared.add(try tries(Self.round, behind: symptom.declared))
            guard alone.isAlways, declared.isNever else { return nil }
            if alone.isMore(than: declared) {
                return Diagnosis(slot: slot, cause: .declaredOrder, shown: alone, without: declared)
            }
            try tryAlone(Self.round)
        }
        return nil
    }

    /// The difference that other conditions make to a case that always fails.
    private enum Difference {
        /// It fails as often as before.
        case none
        /// It fails less often, beyond doubt.
        case proven(Evidence)
        /// It passed at times, but not often enough to be sure.
        case doubtful(Evidence)
    }

    /// Finds out whether the case alone fails less often under other conditions, or never where only that counts.
    private mutating func differs(
        under other: TrialConditions, byNeverFailing: Bool = false
    ) throws(TrialStop) -> Difference {
        var changed = Evidence()
        for number in 0..<Self.roundLimit {
            changed.add(try tries(Self.round, under: other))
            if byNeverFailing, !changed.isNever { return .none }
            if number > 0 { try tryAlone(Self.round) }
            if !alone.isAlways { return .none }
            if alone.isMore(than: changed) { return .proven(changed) }
            // Enough equal outcomes: this condition is not the cause.
            if number > 1, changed.isAlways { return .none }
        }
        return .doubtful(changed)
    }

    // MARK: After others

    /// Tests whether a case that passes alone fails after the cases that ran before it.
    private mutating func behindOthers(rounds: [Int]) throws(TrialStop) -> Diagnosis? {
        if symptom.before.isEmpty { return nil }
        for count in rounds {
            behind.add(try tries(count, behind: symptom.before))
            guard !behind.isNever else { continue }
            if let found = try find(among: symptom.before, isFailure: true) { return found }
            return try unfound()
        }
        return nil
    }

    /// Diagnoses a case that failed after what ran before it, where none of that was found to do it.
    ///
    /// - Returns: Nil if it fails by itself as well.
    private mutating func unfound() throws(TrialStop) -> Diagnosis? {
        for _ in 0..<Self.roundLimit where alone.isNever && !behind.isMore(than: alone) {
            behind.add(try tries(Self.round, behind: symptom.before))
            try tryAlone(Self.round)
        }
        guard alone.isNever || behind.isMore(than: alone) else { return nil }
        let count = Count.text(symptom.before.count, "case")
        let end =
            behind.isMore(than: alone)
            ? ", but no few of them cause it" : ": too seldom to know whether they cause it"
        let reason = "it fails after the \(count) before it, \(behind.words), and \(alone.words) by itself" + end
        return Diagnosis(slot: slot, cause: .unknown(reason), shown: behind, without: alone)
    }

    /// Returns the diagnosis with the cases that make the difference; nil if none can be shown.
    private mutating func find(among suspects: [Plan.Slot], isFailure: Bool) throws(TrialStop) -> Diagnosis? {
        var search = Polluters(
            slot: slot, suspects: suspects, conditions: symptom.conditions, isFailure: isFailure, alone: alone,
            by: runner)
        defer { (runner, alone) = (search.runner, search.alone) }
        guard let found = try search.find() else { return nil }
        let cause: Diagnosis.Cause = isFailure ? .victim(found.slots) : .brittle(found.slots)
        return Diagnosis(slot: slot, cause: cause, shown: found.shown, without: search.alone)
    }

    // MARK: Random numbers

    /// Tests whether hashing or random numbers decide a case that does not fail each time.
    private mutating func seededCause() throws(TrialStop) -> Diagnosis? {
        var conditions = symptom.conditions
        let isHashing = conditions.chance.hashing == .system
        let isRandom = conditions.chance.random == .system
        if isHashing, let found = try decidingSeed(\.hashing, { _ in .hashing }) { return found }
        guard isRandom else { return nil }
        conditions.chance.random = .seeded
        return try decidingSeed(\.random) { .random(seed: $0) }
    }

    /// Tests whether the order of its own tasks decides a case that does not fail each time.
    private mutating func interleavingCause() throws(TrialStop) -> Diagnosis? {
        guard symptom.conditions.chance.tasks == .system else { return nil }
        return try decidingSeed(\.tasks) { .interleaving(Interleaving(seed: $0)) }
    }

    /// Seeds one kind of chance, and looks for a seed by which the case fails each time and one by which it never does.
    private mutating func decidingSeed(
        _ part: WritableKeyPath<Chance, Chance.Source>, _ cause: (UInt64) -> Diagnosis.Cause
    ) throws(TrialStop) -> Diagnosis? {
        var failing: TrialConditions?
        var passing: TrialConditions?
        for step in 0..<24 as Range<UInt64> {
            var conditions = symptom.conditions
            conditions.chance[keyPath: part] = .seeded
            conditions.seed &+= step
            let trial = WatchedCase(slot: slot)
            let outcomes = try runner.outcomes(of: [trial, trial], under: conditions)
            if failing == nil, outcomes.allSatisfy(\.isFailure) { failing = conditions }
            if passing == nil, outcomes == [.passed, .passed] { passing = conditions }
            if failing != nil, passing != nil { break }
        }
        guard let failing, let passing else { return nil }
        let shown = try tries(Self.round * 2, under: failing)
        let without = try tries(Self.round * 2, under: passing)
        guard shown.isAlways, without.isNever, shown.isMore(than: without) else { return nil }
        return Diagnosis(slot: slot, cause: cause(failing.seed), shown: shown, without: without)
    }

    // MARK: At the same time

    /// Tests whether a case that passes in one worker fails while other workers run other tests.
    private mutating func together() throws(TrialStop) -> Diagnosis? {
        guard let order = symptom.together else { return nil }
        var (shown, without) = (Evidence(), Evidence())
        for number in 0..<120 {
            let outcome = try runner.run(together: order, watching: slot, under: symptom.conditions)
            shown.add([outcome])
            // Without a failure, the other side needs no further tries. On a machine with five processes for each processor, what met
            // once met again in a fifth of the tries: of 48, nearly never in none.
            if number == 47, shown.isNever { return nil }
            guard shown.failures > 0 else { continue }
            without.add(try tries(4, behind: symptom.before))
            if shown.isMore(than: without) {
                return Diagnosis(slot: slot, cause: .concurrency, shown: shown, without: without)
            }
        }
        return nil
    }

    /// No condition decides: measures how often the case fails.
    private mutating func flaky() throws(TrialStop) -> Diagnosis {
        while alone.tries < 40 { try tryAlone(Self.round) }
        return Diagnosis(slot: slot, cause: .flaky, shown: alone)
    }
}
