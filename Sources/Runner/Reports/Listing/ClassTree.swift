// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The output of `--list --tree`: the class hierarchy of each bundle.
public struct ClassTree {
    /// The registry of all loaded bundles.
    private let registry: Registry
    /// The classes that inherit directly from each class.
    private let subclasses: [[Int]]
    /// The number of cases of each class that would run.
    private var planned: [Int]
    /// The style of the output, with or without colour.
    private let style: Style

    /// Prepares a tree; the number of cases that would run comes from `plan`.
    public init(registry: Registry, plan: Plan, style: Style) {
        self.registry = registry
        self.style = style
        subclasses = registry.subclasses()
        planned = Array(repeating: 0, count: registry.classes.count)
        for unit in plan.classes { planned[unit.classIndex] = unit.slots.count }
    }

    /// The text for all bundles.
    public func print(to output: inout TextOutput) {
        for bundle in registry.bundles {
            let made = bundle.producer.isEmpty ? "" : style.dim("  \(TerminalText.line(bundle.producer))")
            output.line(style.bold(TerminalText.line(bundle.name)) + made)
            let roots = bundle.classes.filter { superclass(of: $0, in: bundle.classes) == nil }
            show(roots, indent: "", to: &output)
        }
    }

    /// Writes sibling classes, sorted by name, each with the suites of its examples and its subclasses below it.
    private func show(_ classes: [Int], indent: String, to output: inout TextOutput) {
        let sorted = classes.sorted { name($0) < name($1) }
        for (place, index) in sorted.enumerated() {
            let isLast = place == sorted.count - 1
            line(name(index), remarks(on: index), indent, isLast, to: &output)
            let own = subclasses[index].filter { registry.classes[$0].bundle == registry.classes[index].bundle }
            let inner = indent + (isLast ? "   " : "│  ")
            show(suites(ofClass: index), indent: inner, isFollowed: !own.isEmpty, to: &output)
            show(own, indent: inner, to: &output)
        }
    }

    /// Writes cases and suites of examples, each with its suites below it.
    private func show(
        _ suites: [ExampleSuite], indent: String, isFollowed: Bool = false, to output: inout TextOutput
    ) {
        for (place, suite) in suites.enumerated() {
            let isLast = place == suites.count - 1 && !isFollowed
            line(suite.name, Count.text(suite.count, "example"), indent, isLast, to: &output)
            show(suite.suites, indent: indent + (isLast ? "   " : "│  "), to: &output)
        }
    }

    /// Writes a line of the tree.
    private func line(
        _ name: String, _ remarks: String, _ indent: String, _ isLast: Bool, to output: inout TextOutput
    ) {
        output.line("\(indent)\(isLast ? "└─ " : "├─ ")\(TerminalText.line(name))  \(style.dim(remarks))")
    }

    /// The cases of a class that have examples in suites.
    private func suites(ofClass index: Int) -> [ExampleSuite] {
        registry.classes[index].cases.compactMap { place in
            guard registry.hasExampleSuites(inCase: place) else { return nil }
            let entry = registry.cases[place]
            let names = registry.examples[entry.examples].map { registry.string($0) }
            let suite = ExampleSuite(registry.string(entry.name), of: names)
            return suite.suites.isEmpty ? nil : suite
        }
    }

    /// A class's superclass, if it is one of some classes.
    private func superclass(of index: Int, in classes: Range<Int>) -> Int? {
        registry.classes[index].superclass.flatMap { classes.contains($0) ? $0 : nil }
    }

    /// A class's name.
    private func name(_ index: Int) -> String { registry.string(registry.classes[index].name) }

    /// The remarks on a class: abstract, focused, tags, number of cases.
    private func remarks(on index: Int) -> String {
        let entry = registry.classes[index]
        var parts: [String] = []
        if entry.isAbstract { parts.append("abstract") } else { parts.append(caseCount(index)) }
        if let superclass = entry.superclass, registry.classes[superclass].bundle != entry.bundle {
            parts.append("from \(TerminalText.line(registry.identity(ofClass: superclass)))")
        }
        if entry.isFocused { parts.append(entry.hasOwnFocus ? "focused" : "focused by a superclass") }
        let focusedCases = registry.cases[entry.cases].count(where: \.isFocused)
        if focusedCases > 0 { parts.append("\(Count.text(focusedCases, "focused case"))") }
        if entry.runGroup != 1 { parts.append("run group \(entry.runGroup)") }
        parts += tags(of: entry)
        switch entry.unsupported {
        case .byClass: parts.append("not for this platform")
        case .bySuite: parts.append("not supported here, by its own code")
        case .noCase: parts.append("no case for this platform")
        case nil: break
        }
        if entry.file.count > 0 {
            let file = registry.string(entry.file)
            let line = entry.line > 0 ? ":\(entry.line)" : ""
            parts.append(TerminalText.line("\(file.split(separator: "/").last ?? "")\(line)"))
        }
        return parts.joined(separator: ", ")
    }

    /// The tags of a class, and those that only some of its cases have.
    private func tags(of entry: Registry.Class) -> [String] {
        let all = registry.tagSets[entry.tags]
        let some = Set(registry.cases[entry.cases].flatMap { registry.tagSets[$0.tags] }).subtracting(all).sorted()
        func words(_ tags: [String]) -> String { tags.map { TerminalText.line($0) }.joined(separator: " ") }
        return (all.isEmpty ? [] : ["tagged \(words(all))"])
            + (some.isEmpty ? [] : ["some cases tagged \(words(some))"])
    }

    /// The number of cases of a class, and of those that would run.
    private func caseCount(_ index: Int) -> String {
        let cases = registry.cases[registry.classes[index].cases]
        let examples = cases.reduce(0) { $0 + $1.examples.count }
        let runs = cases.count { $0.examples.isEmpty } + examples
        let all = Count.text(cases.count, "case") + (examples > 0 ? " with \(Count.text(examples, "example"))" : "")
        return planned[index] == runs ? all : "\(all), \(planned[index]) to run"
    }
}
