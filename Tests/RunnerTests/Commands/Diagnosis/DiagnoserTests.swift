// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import Runner

/// The search for the causes of failures, on planted causes in simulated processes.
struct DiagnoserTests {
    /// Returns a world in which a cause is planted, by a seed.
    private struct World {
        let plant: SimulatedTrials.Plant
        let symptom: FailureContext
        /// The word of the right verdict.
        let cause: String
        /// The cases that are to be named.
        var culprits: [Int] = []
    }

    /// The kinds of causes.
    enum Kind: CaseIterable {
        case alone, polluter, seldomPolluter, twoPolluters, cleaner, brittle, hashing, random, together, slow, flaky
        case seldomFlaky, once, mostlyHashing, seldomTogether, rarePolluter, interleaving, seededInterleaving
    }

    /// Plants a cause; the seed says where, and among how many cases.
    private func world(_ kind: Kind, seed: UInt64) -> World {
        var numbers = SeededNumbers(state: seed)
        let count = Int.random(in: 3...400, using: &numbers)
        let slots = (0..<count).map(SimulatedTrials.number)
        var symptom = FailureContext(slot: SimulatedTrials.slot, conditions: TrialConditions(seed: seed))
        symptom.before = slots
        symptom.others = [slots]
        symptom.together = PrescribedOrder(workers: [[slots + [symptom.slot]], [[SimulatedTrials.number(5000)]]])
        symptom.limit = 1_000_000_000
        let first = Int.random(in: 0..<count - 1, using: &numbers)
        let second = Int.random(in: first + 1..<count, using: &numbers)
        switch kind {
        case .alone: return World(plant: .alone, symptom: symptom, cause: "alone")
        case .polluter:
            return World(plant: .polluted(by: [first], rate: 1), symptom: symptom, cause: "victim", culprits: [first])
        case .seldomPolluter:
            return World(plant: .polluted(by: [first], rate: 0.6), symptom: symptom, cause: "victim", culprits: [first])
        case .rarePolluter:
            return World(
                plant: .polluted(by: [first], rate: 0.25), symptom: symptom, cause: "victim", culprits: [first])
        case .twoPolluters:
            return World(
                plant: .polluted(by: [first, second], rate: 1), symptom: symptom, cause: "victim",
                culprits: [first, second])
        case .cleaner:
            // The polluter ran behind the cleaner, else nothing would have failed.
            return World(
                plant: .cleaned(polluter: second, cleaner: first), symptom: symptom, cause: "victim",
                culprits: [second])
        case .brittle:
            // Where it failed, its setter had not run.
            symptom.before.remove(at: first)
            return World(plant: .brittle(first), symptom: symptom, cause: "brittle", culprits: [first])
        case .hashing:
            // The seed of a run that failed is one of those by which it fails.
            while !isBelow(0.5, symptom.conditions.seed) { symptom.conditions.seed += 1 }
            return World(plant: .hashing(0.5), symptom: symptom, cause: "hashing")
        case .mostlyHashing:
            while !isBelow(0.75, symptom.conditions.seed) { symptom.conditions.seed += 1 }
            return World(plant: .hashing(0.75), symptom: symptom, cause: "hashing")
        case .random: return World(plant: .random(0.4), symptom: symptom, cause: "random")
        case .interleaving: return World(plant: .interleaving(0.4), symptom: symptom, cause: "interleaving")
        case .seededInterleaving:
            // The run had the seed decide, and failed.
            while !isBelow(0.4, symptom.conditions.seed) { symptom.conditions.seed += 1 }
            symptom.conditions.chance.tasks = .seeded
            return World(plant: .interleaving(0.4), symptom: symptom, cause: "interleaving")
        case .together: return World(plant: .together(0.7), symptom: symptom, cause: "concurrency")
        case .seldomTogether: return World(plant: .together(0.25), symptom: symptom, cause: "concurrency")
        case .slow:
            symptom.hasTimedOut = true
            return World(plant: .slow(900_000_000), symptom: symptom, cause: "time")
        case .flaky: return World(plant: .flaky(0.5), symptom: symptom, cause: "flaky")
        case .seldomFlaky: return World(plant: .flaky(0.1), symptom: symptom, cause: "flaky")
        case .once: return World(plant: .once, symptom: symptom, cause: "flaky")
        }
    }

    /// Whether a seed's number is below a rate, as the simulation has it.
    private func isBelow(_ rate: Double, _ seed: UInt64) -> Bool {
        var own = SeededNumbers(state: seed &* 977)
        return own.share() < rate
    }

    /// How many seeds are tried: more where the tests that take long are asked for.
    private static let seeds: UInt64 = ProcessInfo.processInfo.environment["ALL_TESTS"] == "1" ? 200 : 20

    @Test("over all seeds no verdict is wrong, and at most 5 % are unknown", arguments: Kind.allCases)
    func confusion(kind: Kind) {
        var counts: [String: Int] = [:]
        for seed in 1...Self.seeds {
            let world = world(kind, seed: seed)
            var diagnoser = Diagnoser(world.symptom, by: SimulatedTrials(world.plant, seed: seed))
            let diagnosis = diagnoser.diagnose()
            let word = diagnosis.cause.word
            counts[word, default: 0] += 1
            let culprits = diagnosis.culprits.map { Int($0.caseIndex) }
            #expect(word == world.cause || word == "unknown", "\(world.plant), seed \(seed): \(diagnosis)")
            if word == world.cause {
                #expect(culprits == world.culprits, "\(world.plant), seed \(seed)")
            }
        }
        #expect(counts["unknown", default: 0] * 20 <= Int(Self.seeds))
        if ProcessInfo.processInfo.environment["PRINT_CONFUSION"] != nil {
            let words = [
                "alone", "victim", "brittle", "hashing", "random", "interleaving", "concurrency", "time", "flaky",
                "unknown",
            ]
            let row = words.map { counts[$0].map(String.init) ?? "" }.joined(separator: " | ")
            print("| \(world(kind, seed: 1).plant) | \(row) |")
        }
    }

    @Test("one suspect among 10,000 cases takes at most ⌈log₂ n⌉ + 4 runs", arguments: [0, 1, 4711, 9998, 9999])
    func runs(place: Int) {
        var symptom = FailureContext(slot: SimulatedTrials.slot, conditions: TrialConditions(seed: 1))
        symptom.before = (0..<10_000).map(SimulatedTrials.number)
        var diagnoser = Diagnoser(symptom, by: SimulatedTrials(.polluted(by: [place], rate: 1), seed: 1))
        let diagnosis = diagnoser.diagnose()
        #expect(diagnosis.cause == .victim([SimulatedTrials.number(place)]))
        #expect(diagnoser.runner.runs <= 14 + 4)
    }

    @Test("the declared order is tried, and what it needs is named, if that is little", arguments: [1, 2, 3, 4, 8])
    func declaredOrder(count: Int) {
        let setters = (0..<count).map { $0 * 2 }
        var symptom = FailureContext(slot: SimulatedTrials.slot, conditions: TrialConditions(seed: 1))
        symptom.declared = (0..<20).map(SimulatedTrials.number)
        symptom.others = [(0..<40).map(SimulatedTrials.number)]
        var diagnoser = Diagnoser(symptom, by: SimulatedTrials(.prepared(by: setters, undoneBy: 30), seed: 1))
        let diagnosis = diagnoser.diagnose()
        let named = Diagnosis.Cause.brittle(setters.map(SimulatedTrials.number))
        #expect(diagnosis.cause == (count <= 3 ? named : .declaredOrder))
        #expect(diagnosis.shown.isMore(than: diagnosis.without) || count <= 3)
        let text = DiagnosisText(diagnosis: diagnosis) { _ in "test" }
        #expect(count <= 3 || text.sentence == "test depends on its class's order: it passes in the declared order")
    }

    @Test("where no more runs may be made, the cause is unknown, with the reason")
    func budget() {
        var symptom = FailureContext(slot: SimulatedTrials.slot, conditions: TrialConditions(seed: 1))
        symptom.before = (0..<100).map(SimulatedTrials.number)
        for limit in 0...5 {
            var trials = SimulatedTrials(.polluted(by: [50], rate: 1), seed: 1)
            trials.limit = limit
            var diagnoser = Diagnoser(symptom, by: trials)
            guard case .unknown(let reason) = diagnoser.diagnose().cause else {
                Testing.Issue.record("a cause after \(limit) runs")
                continue
            }
            let words = "no cause was found, because its runs were used up (--diagnose-runs)"
            #expect(reason == words + (limit > 0 ? "; by itself, it failed in 0 of 8 tries" : ""))
        }
    }
}
