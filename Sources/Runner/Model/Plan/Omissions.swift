// SPDX-License-Identifier: MIT

import RunnerSupport

/// The parts of the bundles that a run leaves out though no option asks for that: a run that passed says so.
///
/// Rule 9.
public struct Omissions: Equatable, Sendable {
    /// The effect of focus.
    public let focus: FocusEffect
    /// The warnings of the builds, those of a source that is in several bundles once.
    public let warnings: [BuildWarning]

    /// The omissions of a plan.
    public init(_ plan: Plan, _ registry: Registry) {
        focus = plan.focus
        var seen: Set<BuildWarning> = []
        warnings = registry.warnings.filter { warning in
            var place = warning
            if !place.file.isEmpty { place.bundle = "" }
            return seen.insert(place).inserted
        }
    }

    /// Whether nothing is left out.
    public var isEmpty: Bool { !focus.isNarrowed && warnings.isEmpty }

    /// The number of methods and functions that look like tests and are not registered.
    var unregistered: Int { warnings.reduce(0) { $0 + $1.testCount } }

    /// The kinds, each in a word or two.
    private var words: [String] {
        var words = focus.isNarrowed ? ["focused"] : []
        if unregistered > 0 { words.append("incomplete") } else if !warnings.isEmpty { words.append("with warnings") }
        return words
    }

    /// A verdict with the kinds after it: "ok, but focused"; a verdict that is no good news has "and".
    public func qualified(_ verdict: String, isGood: Bool = true) -> String {
        isEmpty ? verdict : "\(verdict), \(isGood ? "but" : "and") \(words.joined(separator: " and "))"
    }

    /// The omissions and their reasons, in a line: "6 cases left out, because of a focus in Shop".
    public func details(_ name: (String) -> String = { $0 }) -> String {
        var parts = focus.isNarrowed ? [focus.words(name)] : []
        if let words = warningWords { parts.append(words) }
        return parts.joined(separator: "; ")
    }

    /// The number of warnings, in words; nil if there is none.
    public var warningWords: String? {
        if warnings.isEmpty { return nil }
        let others = warnings.count { $0.kind == .other }
        if unregistered == 0 { return Count.text(others, "warning") + " of the build" }
        let kinds = Set(warnings.filter { $0.testCount > 0 }.map(\.kind))
        let noun = kinds == [.functions] ? "function" : "method"
        let nouns = kinds.contains(.functions) && kinds.contains(.methods) ? "methods and functions" : noun + "s"
        let verb = unregistered == 1 ? "looks like a test and is" : "look like tests and are"
        let rest = others > 0 ? ", and \(Count.text(others, "other warning")) of the build" : ""
        return "\(Count.text(unregistered, noun, nouns)) \(verb) not registered\(rest)"
    }
}
