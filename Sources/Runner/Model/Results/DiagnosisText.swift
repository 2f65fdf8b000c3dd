// SPDX-License-Identifier: MIT

import RunnerSupport

/// A diagnosis in words.
public struct DiagnosisText {
    /// The diagnosis.
    public let diagnosis: Diagnosis
    /// Names a case.
    public let name: (Plan.Slot) -> String

    /// Makes one from its parts.
    public init(diagnosis: Diagnosis, name: @escaping (Plan.Slot) -> String) {
        self.diagnosis = diagnosis
        self.name = name
    }

    /// The verdict in a sentence.
    public var sentence: String {
        let test = name(diagnosis.slot)
        switch diagnosis.cause {
        case .alone: return "\(test) fails by itself"
        case .victim(let slots): return "\(names(slots)) \(slots.count == 1 ? "makes" : "make") \(test) fail"
        case .brittle(let slots): return "\(test) passes only after \(names(slots))"
        case .declaredOrder: return "\(test) depends on its class's order: it passes in the declared order"
        case .hashing: return "\(test) depends on the order of sets and dictionaries (hashing)"
        case .random(let seed): return "\(test) depends on random numbers; with those of seed \(seed) it fails"
        case .interleaving(let found):
            let seed = found.seed.map { "; in the order of seed \($0) it fails" } ?? ""
            return "\(test) depends on the interleaving: which of its tasks runs next\(seed)"
        case .concurrency: return "\(test) fails only while other workers run tests"
        case .company: return "\(test) passed when it ran once more with no other test"
        case .time(let took, let limit):
            return "\(test) takes \(DurationText.text(took)) of its limit of \(DurationText.seconds(limit))"
        case .flaky where diagnosis.shown.isNever: return "\(test) did not fail again"
        case .flaky: return "\(test) fails now and then, whatever is changed"
        case .unknown(let reason): return "\(test): \(reason)"
        }
    }

    /// The evidence for the verdict.
    public var evidence: [String] {
        var lines: [String] = []
        let (shown, without) = (diagnosis.shown, diagnosis.without)
        switch diagnosis.cause {
        case .victim: lines.append("failed \(shown.words) with that, \(without.words) without")
        case .brittle: lines.append("failed \(shown.words) after that, \(without.words) without")
        case .declaredOrder: lines.append("failed \(shown.words) by itself, \(without.words) in the declared order")
        case .hashing: lines.append("failed \(shown.words) with the key of the seed, \(without.words) with random keys")
        case .random: lines.append("failed \(shown.words) with that seed, \(without.words) with another")
        case .interleaving(let found): lines += self.lines(found)
        case .concurrency: lines.append("failed \(shown.words) with several workers, \(without.words) in one")
        case .company(let isRecorded):
            lines.append("other tests disturb it: --diagnose\(isRecorded ? "=last" : "") says which, and how")
        case .flaky:
            let (low, high) = shown.interval
            lines.append(
                "failed \(shown.words) by itself: between \(Self.percent(low)) and \(Self.percent(high)) (95 %)")
        case .alone: lines.append("failed \(shown.words)")
        case .time, .unknown: break
        }
        return lines + diagnosis.remarks
    }

    /// The introduction of the command that shows the cause.
    public var announcement: String {
        switch diagnosis.cause {
        case .victim(let slots), .brittle(let slots):
            "a run of these \(slots.count == 1 ? "two" : String(slots.count + 1)) tests"
        case .concurrency: "the same run again"
        case .declaredOrder: "a run of its class in the declared order, in which it passes"
        case .company: "the run with one worker"
        default: "a run of this test"
        }
    }

    /// The evidence for an interleaving, and its story.
    private func lines(_ found: Interleaving) -> [String] {
        if found.seed != nil {
            return ["failed \(diagnosis.shown.words) with that order, \(diagnosis.without.words) with another"]
        }
        var first = "failed \(diagnosis.shown.words) with the same order"
        if !diagnosis.shown.isAlways { first += ": something else also decides" }
        if found.isDoubtful {
            first += "; this order may not repeat: some tasks are woken from outside, or keep their thread"
        }
        if found.hasHung { return [first, "it did not end within \(DurationText.seconds(TaskHuntLimit.time))"] }
        if found.story.isEmpty { return [first, "its process ended before it could say which task ran when"] }
        switch found.choiceCount {
        case 0: first += "; each task goes on for as long as it can"
        case let count?: first += "; \(Count.text(count, "choice")) of another task than usual (marked 'instead')"
        case nil: break
        }
        let switches = Count.text(found.switchCount, "switch", "switches")
        return [first, "the order, with \(switches):"] + found.story.map { "  " + $0 }
    }

    /// Several cases.
    private func names(_ slots: [Plan.Slot]) -> String {
        let all = slots.map(name)
        return all.count < 2 ? all.joined() : all.dropLast().joined(separator: ", ") + " and " + (all.last ?? "")
    }

    /// A share in whole parts of a hundred.
    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
