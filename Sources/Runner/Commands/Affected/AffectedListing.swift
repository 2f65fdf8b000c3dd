// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerSupport

/// The text of `--affected=list` and `runner why`.
struct AffectedListing {
    /// The prepared run.
    let prepared: PreparedRun
    /// The records.
    let record: ReachRecord
    /// The images of the bundles.
    let images: [AffectedImage]
    /// The reasons why tests must run; the others need not.
    let causes: [Plan.Slot: RunCause]

    /// The tests of the plan, with their identities.
    private var tests: [(slot: Plan.Slot, identity: String)] {
        prepared.plan.slots.map { ($0, prepared.registry.identity(of: $0)) }
    }

    /// Prints the tests that must run, with a reason of each.
    func print(to output: inout TextOutput) {
        for test in tests {
            guard let cause = causes[test.slot] else { continue }
            output.line("\(TerminalText.line(test.identity)): \(TerminalText.line(cause.words))")
        }
        output.line("\(causes.count) to run, \(prepared.plan.slots.count - causes.count) unchanged")
    }

    /// Prints of each test why it must run, or that it need not: of functions, all that have changed.
    func explain(to output: inout TextOutput) {
        let functions = images.flatMap(\.fingerprints.functions)
        let sources = Dictionary(functions.map { ($0.name, $0.source) }, uniquingKeysWith: { one, _ in one })
        let keys = images.reduce(into: Set<UInt64>()) { $0.formUnion($1.keys) }
        for test in tests {
            for words in words(test.slot, test.identity, sources, keys) {
                output.line("\(TerminalText.line(test.identity)): \(TerminalText.line(words))")
            }
        }
    }

    /// The reason why a test must run, or the statement that it need not.
    private func words(
        _ slot: Plan.Slot, _ identity: String, _ sources: [String: SourceLines?], _ keys: Set<UInt64>
    ) -> [String] {
        switch causes[slot] {
        case nil:
            guard let test = record.tests[identity] else { return [] }
            let since = UTCTime.text(test.passed &* 1_000_000_000)
            return ["unchanged since \(since); it enters \(Count.text(test.functions.count, "function"))"]
        case .function:
            return record.changedFunctions(of: identity, isPresent: { keys.contains($0.key) }).map {
                function, entries in
                let present = sources[function.name]
                let place = FunctionName.words(function.name, (present ?? nil) ?? function.source)
                let count = Count.text(entries, "test")
                return "\(place) \(present == nil ? "is gone" : "changed"); entered by \(count)"
            }
        case .some(let cause): return [cause.words]
        }
    }
}
