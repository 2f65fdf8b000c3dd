// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The arguments of a test, each of which is a case of its own.
enum TestArguments {
    /// The names of some, each name once, in their order.
    ///
    /// The order is another each time where they come from a set. A name that is a place means nothing then.
    static func names(of cases: [Test.Case]) -> [String] {
        ValueNames.names(of: cases.map { ($0.arguments ?? []).map(\.value) }, text: description)
    }

    /// The names that the parameters of some cases have in the function; none where its labels are these names.
    static func parameters(of cases: [Test.Case]) -> [String] {
        let parameters = (cases.first?.arguments ?? []).map(\.parameter)
        if parameters.allSatisfy({ $0.secondName == nil }) { return [] }
        return parameters.map { $0.secondName ?? $0.firstName }
    }

    /// The longest text of arguments in a report.
    private static let textLimit = 1000

    /// The arguments of a case with the names of their parameters, "a: 1, b: 2"; nil if there is none.
    static func labelled(_ one: Test.Case) -> String? {
        guard let arguments = one.arguments, !arguments.isEmpty else { return nil }
        let text = arguments.map { argument in
            let label = argument.parameter.secondName ?? argument.parameter.firstName
            return "\(label): \(description(of: argument.value))"
        }.joined(separator: ", ")
        return text.count > textLimit ? text.prefix(textLimit) + "…" : text
    }

    /// A value as Swift Testing's own messages have it.
    private static func description(of value: any Sendable) -> String {
        if let value = value as? any CustomTestStringConvertible { return value.testDescription }
        return String(describing: value)
    }

    /// The cases of a test in the order in which Swift Testing runs them; it passes them only to the filter that it calls for
    /// each of them.
    ///
    /// Work that a test has left may find something meanwhile: Swift Testing then passes the event to this run alone, so `others` gets it.
    static func cases(
        of step: Testing.Runner.Plan.Step,
        others: @escaping @Sendable (borrowing Event, borrowing Event.Context) -> Void = { _, _ in }
    ) async -> [Test.Case] {
        let collector = Collector()
        var configuration = Configuration()
        configuration.isParallelizationEnabled = false
        configuration.eventHandler = { event, context in if event.testID == nil { others(event, context) } }
        configuration.testCaseFilter = { one, _ in
            collector.add(one)
            return false
        }
        await Testing.Runner(plan: .init(steps: [step]), configuration: configuration).run()
        return collector.all
    }

    /// Keeps cases as they come, one at a time.
    private final class Collector: @unchecked Sendable {
        /// Guards the cases.
        private let lock = NSLock()
        private var cases: [Test.Case] = []

        /// Adds a case.
        func add(_ one: Test.Case) { lock.withLock { cases.append(one) } }
        /// All that were added.
        var all: [Test.Case] { lock.withLock { cases } }
    }
}
