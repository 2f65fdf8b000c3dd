// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The output of `--list --format swift`: the names of tests as `swift test list` prints them, sorted, for scripts that read those.
///
/// A test of XCTest is "Module.Class/case", one of Swift Testing "Module.Suite/name()", with the place of its declaration where several
/// have that name. Other tests have their identities. Arguments and examples are not listed.
package struct SwiftListing {
    /// The registry of all loaded bundles.
    package let registry: Registry
    /// The plan: the cases that would run.
    package let plan: Plan

    /// Makes one from its parts.
    package init(registry: Registry, plan: Plan) {
        self.registry = registry
        self.plan = plan
    }

    /// Prints all names.
    package func print(to output: inout TextOutput) {
        var names: [(short: String, long: String)] = []
        var seen: Set<UInt32> = []
        for slot in plan.slots where seen.insert(slot.caseIndex).inserted { names.append(name(of: slot.caseIndex)) }
        var counts: [String: Int] = [:]
        for name in names { counts[name.short, default: 0] += 1 }
        let lines = names.map { counts[$0.short] == 1 ? $0.short : $0.long }
        for line in lines.sorted() { output.line(TerminalText.line(line)) }
    }

    /// The name of a case, without and with the place of its declaration.
    private func name(of index: UInt32) -> (short: String, long: String) {
        let identity = registry.identity(ofCase: Int(index))
        guard let known = registry.caseDescriptions[Int(index)]?.identity else { return (identity, identity) }
        // XCTest's have no place.
        guard let slash = known.text.lastIndex(of: "/"), known.column > 0 else {
            let name = known.text.hasSuffix("()") ? String(known.text.dropLast(2)) : known.text
            return (name, name)
        }
        return (String(known.text[..<slash]), known.text)
    }
}
