// SPDX-License-Identifier: MIT

import RunnerModel

/// The options that exclude each other, and those that need another.
extension Options {
    /// An option, and others that exclude it, as the command line spells them; nil for one that is not used.
    private typealias Exclusion = (option: String?, others: [String?])

    /// Refuses options that do not go together.
    func check() throws(UsageError) {
        if help || version || manual != nil || completions != nil { return }
        if tree, !list { throw .needs("--tree", "--list") }
        if format != .plain, !list { throw .needs("--format", "--list") }
        try checkReports()
        try Self.check(exclusionsOfRepeats + exclusionsOfSearches + exclusionsOfOrders)
        if watch, untilFailure, repetitions == nil { throw .needs("--until-failure with --watch", "--repeat") }
        try Self.check([(use("--tree", tree), [use("--format \(format.rawValue)", format != .plain)])])
    }

    /// Refuses reports of nothing, and two reports in one place.
    func checkReports() throws(UsageError) {
        try Self.check([
            (use("--quiet", quiet), [use("--verbose", verbose)]),
            (use("--reporter", !reports.commands.isEmpty), [whereListed]),
            (use("--coverage", coverage != nil), [whereListed]),
        ])
        if coverageFailUnder != nil, coverage == nil { throw .needs("--coverage-fail-under", "--coverage") }
        var taken: [(option: String, target: ReportTarget)] = []
        for (kind, target) in reports.all {
            let option = "--\(kind.rawValue)"
            try Self.check([(option, [whereListed])])
            if let other = taken.first(where: { $0.target.isSamePlace(as: target) }) {
                throw .conflict("\(other.option) \(other.target)", "\(option) \(target)")
            }
            taken.append((option, target))
        }
        guard let taker = taken.first(where: { $0.target == .descriptor(1) }) else { return }
        // The output of tests would get between the lines.
        try Self.check([("\(taker.option) -", [inOneProcess, use("--show-output live", showOutput == .live)])])
    }

    /// Refuses the first option that is used with one that excludes it.
    private static func check(_ exclusions: [Exclusion]) throws(UsageError) {
        for (option, others) in exclusions {
            if let option, let other = others.lazy.compactMap(\.self).first { throw .conflict(option, other) }
        }
    }

    // MARK: What is used

    /// The words of an option if it is used.
    private func use(_ words: String, _ isUsed: Bool) -> String? { isUsed ? words : nil }

    /// Nothing runs.
    private var whereListed: String? { use("--list", list) }
    /// The process that the user started runs the tests: there is no other one, and it cannot start afresh.
    private var inOneProcess: String? { use("--isolation none", isolation == .none) }
    /// Everything runs more than once.
    private var again: String? { use(untilFailure ? "--until-failure" : "--repeat", isRepeated) }
    /// A file prescribes the order.
    private var ordered: String? { use("--order", order != nil) }
    /// A recorded run prescribes the order.
    private var recorded: String? { use("--rerun-exactly", rerunExactly != nil) }
    /// The last run's failures are explained.
    private var explained: String? { use("--diagnose=last", diagnose == .last) }
    /// Nothing is kept between runs.
    private var withoutState: String? { use("--no-state", state == nil) }

    // MARK: What does not go together

    /// The options that do not go with running tests again.
    private var exclusionsOfRepeats: [Exclusion] {
        let failedOnly = use("--rerun-failed", rerunFailed)
        return [
            // One option hides what the other looks for.
            (again, [use("--retry", retry > 0), inOneProcess]),
            (failedOnly, [withoutState]),
            (use("--failed-first", failedFirst), [withoutState]),
            (use("--watch", watch), [whereListed, inOneProcess, failedOnly]),
        ]
    }

    /// The options that do not go with a search for causes, failures or changes.
    private var exclusionsOfSearches: [Exclusion] {
        // With another isolation, no two classes share a process.
        let apart = use("--isolation \(isolation.rawValue)", isolation != .worker)
        let hunted = use("--hunt", hunt != nil)
        return [
            (use("--diagnose", diagnose == .run), [whereListed, inOneProcess]),
            (explained, [whereListed, inOneProcess, ordered, recorded, again, withoutState]),
            (hunted, [whereListed, apart, ordered, recorded, explained, again]),
            (use("--affected", affected != nil), [withoutState, inOneProcess, ordered, recorded, hunted]),
            // Code that it does not run would count as never run.
            (use("--affected", affected == .run), [use("--coverage", coverage != nil)]),
        ]
    }

    /// The options that would leave tests out of a prescribed order, or move them.
    private var exclusionsOfOrders: [Exclusion] {
        let others = [
            use("a test on the command line", !identities.isEmpty), use("--ids", !idFiles.isEmpty),
            use("--filter", !filters.isEmpty), use("--skip", !skips.isEmpty), use("--tag", !tags.wanted.isEmpty),
            use("--skip-tag", !tags.skipped.isEmpty), use("--shard", shard != nil || isShardAutomatic),
            use("--rerun-failed", rerunFailed), use("--failed-first", failedFirst), use("--watch", watch),
            use("--tree", tree),
        ]
        return [
            (ordered ?? recorded ?? explained, others), (ordered, [recorded]),
            (use("--rerun-exactly", rerunExactly == .last), [withoutState]),
        ]
    }
}

extension UsageError {
    /// The error with the places of options that the command line does not set.
    func placed(by settings: [Setting]) -> UsageError {
        func placed(_ words: String) -> String {
            let setting = settings.first { setting in
                let (name, value) = ("--\(setting.option.name)", setting.value ?? "")
                return setting.origin != .commandLine && [name, "\(name) \(value)", "\(name)=\(value)"].contains(words)
            }
            return setting.map { "\(words) (\($0.origin.place))" } ?? words
        }
        return switch self {
        case .conflict(let one, let other): .conflict(placed(one), placed(other))
        case .needs(let one, let other): .needs(placed(one), placed(other))
        default: self
        }
    }
}
