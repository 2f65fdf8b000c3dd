// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

extension PlanListing {
    /// The output of `--list --format cmake`: a call of `testkit_case` for each case, for a script that defines it.
    ///
    ///     testkit_case(BUNDLE CLASS CASE TAG…)
    ///
    /// A class is written `bundle/Module.Class`. A case with examples is written once. Every argument is a bracket argument
    /// that no name can close.
    public func cmake(to output: inout TextOutput) {
        for unit in plan.classes {
            let identity = registry.identity(ofClass: unit.classIndex)
            var seen: Set<UInt32> = []
            for slot in plan.slots[unit.slots] where seen.insert(slot.caseIndex).inserted {
                let entry = registry.cases[Int(slot.caseIndex)]
                let words = [registry.bundleName(of: unit.classIndex), identity, registry.string(entry.name)]
                let tags = registry.tagSets[entry.tags]
                output.line("testkit_case(\((words + tags).map(Self.quoted).joined(separator: " ")))")
            }
        }
    }

    /// A text as a bracket argument of CMake, with enough equals signs that nothing in the text ends it.
    static func quoted(_ text: String) -> String {
        var marks = "="
        while text.contains("]\(marks)") { marks += "=" }
        // CMake drops a line break directly after the opening bracket, so one is added.
        return "[\(marks)[\(text.hasPrefix("\n") ? "\n" : "")\(text)]\(marks)]"
    }
}
