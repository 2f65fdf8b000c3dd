// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Rules for `testkit.json` that put the most flaky tests into quarantine (`runner history --quarantine`).
struct QuarantineRules {
    /// The most rules.
    private static let limit = 10
    /// The number of failures that a test must have: one failure gives no rate.
    private static let neededFailures = 2

    /// The tests, the most flaky first, with the reasons.
    private var rules: [(identity: String, reason: String)] = []

    /// Chooses the tests; those whose last failure was forgiven are in quarantine already.
    ///
    /// The set-up of a class can be in no quarantine.
    init(_ analysis: HistoryAnalysis, _ tests: [TestHistory], runs: [HistoryRun]) {
        let words = HistoryWords(runs: runs)
        var found: [(rate: Double, identity: String, reason: String)] = []
        for test in tests where test.isPresent && !test.isOfClass {
            guard let flaky = analysis.flakiness(of: test), case .flaky(let rate, _, _) = flaky,
                rate.count >= Self.neededFailures,
                test.results.last(where: \.outcome.hasFailed)?.outcome != .forgiven
            else { continue }
            found.append((rate.rate, test.identity, "flaky: " + words.text(flaky)))
        }
        found.sort { ($1.rate, $0.identity) < ($0.rate, $1.identity) }
        rules = found.prefix(Self.limit).map { ($0.identity, $0.reason) }
    }

    /// The text of a configuration file with the rules.
    var text: String {
        if rules.isEmpty { return "{\n  \"tests\": []\n}\n" }
        let lines = rules.map { identity, reason in
            "    { \"match\": \(JSONWriter.quoted(Self.pattern(for: identity))),\n"
                + "      \"quarantine\": \(JSONWriter.quoted(reason)) }"
        }
        return "{\n  \"tests\": [\n" + lines.joined(separator: ",\n") + "\n  ]\n}\n"
    }

    /// The pattern that matches an identity and nothing else.
    private static func pattern(for identity: String) -> String {
        var pattern = "re:^"
        for scalar in identity.unicodeScalars {
            if scalar.isASCII, "\\^$.|?*+()[]{}".unicodeScalars.contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        return pattern + "$"
    }
}
