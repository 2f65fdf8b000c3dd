/// What `--list --format cmake` prints: a call of `testkit_case` for each case, for a script that defines it.
///
///     testkit_case(BUNDLE CLASS CASE TAG…)
///
/// A class is `bundle/Module.Class`. A case with examples stands once. Every argument is in brackets that no name closes.
struct CMakeListing {
    /// What there is.
    let registry: Registry
    /// What would run.
    let plan: Plan

    /// Prints all calls.
    func print(to output: inout TextOutput) {
        for unit in plan.units {
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

    /// A text as an argument of CMake that nothing in it ends.
    static func quoted(_ text: String) -> String {
        var marks = "="
        while text.contains("]\(marks)") { marks += "=" }
        // The first line break behind the bracket would be dropped.
        return "[\(marks)[\(text.hasPrefix("\n") ? "\n" : "")\(text)]\(marks)]"
    }
}
