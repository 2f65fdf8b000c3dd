// SPDX-License-Identifier: MIT

/// The parts of the bundles that a run leaves out though no option asks for that: a run that passed says so.
struct Omissions: Equatable, Sendable {
    /// The effect of focus.
    let focus: FocusEffect

    /// The omissions of a plan.
    init(_ plan: Plan) { focus = plan.focus }

    /// Whether nothing is left out.
    var isEmpty: Bool { words.isEmpty }

    /// The kinds, each in a word.
    private var words: [String] { focus.isNarrowed ? ["focused"] : [] }

    /// A verdict with the kinds behind it: "ok, but focused"; a verdict that is no good news has "and".
    func qualified(_ verdict: String, isGood: Bool = true) -> String {
        isEmpty ? verdict : "\(verdict), \(isGood ? "but" : "and") \(words.joined(separator: " and "))"
    }

    /// The number of tests that are left out, and why, in a line: "6 cases left out, because of a focus in Shop".
    func details(_ name: (String) -> String = { $0 }) -> String {
        focus.isNarrowed ? focus.words(name) : ""
    }
}
