// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports
@testable import RunnerSupport

/// The output of `--list --tree`.
struct ClassTreeTests {
    /// The tree of a run's classes.
    private func tree(_ registry: Registry) throws -> String {
        try SampleRun(registry: registry).report([]) { Printer(context: $0, output: $1) }
    }

    /// Writes the tree where a report would be.
    private struct Printer: Reporter {
        /// The run.
        let context: ReportContext
        /// The target.
        var output: TextOutput

        mutating func handle(_ event: Event, at instant: UInt64) {
            guard case .runStarted = event else { return }
            ClassTree(registry: context.registry, plan: context.plan, style: Style(isEnabled: false)).print(to: &output)
            output.flush()
        }
    }

    @Test("a slash in the name of an example makes a suite, except in another framework's arguments")
    func suitesOfExamples() throws {
        var registry = SampleRun().context.registry
        let name = Array("url/a".utf8)
        let text = Text(start: UInt32(registry.bytes.count), count: UInt32(name.count))
        registry.bytes += name
        registry.examples = [text, text]
        #expect(try tree(registry).contains("url  2 examples"))
        let identity = ForeignIdentity(text: "Shop.CartTests/tax(_:)")
        registry.caseDescriptions[2] = Description(identity: identity)
        #expect(try !tree(registry).contains("url"))
    }

    @Test("a class whose line nobody knows shows its file alone")
    func unknownLine() throws {
        var registry = SampleRun().context.registry
        #expect(try tree(registry).contains("CartTests.swift:3\n"))
        let known = registry.classes[1]
        registry.classes[1] = Registry.Class(
            bundle: known.bundle, index: known.index, name: known.name, file: known.file, line: 0,
            superclass: known.superclass, flags: known.flags, declaredSupport: known.declaredSupport,
            cases: known.cases, runGroup: known.runGroup)
        #expect(try tree(registry).contains("CartTests.swift\n"))
    }
}
