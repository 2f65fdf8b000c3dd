// SPDX-License-Identifier: MIT

extension Registry {
    /// Adds the endings that rules of configuration files declare; those that suites declare are weaker.
    package mutating func declareEndings(by rules: [TestRule], _ files: [BundleFile]) {
        let stated = CaseRules.compiled(rules).filter { $0.1.ending != nil }
        if stated.isEmpty { return }
        for index in cases.indices {
            let identity = identity(ofCase: index)
            let (path, tags) = (CaseRules.path(ofCase: index, self, files), tags(ofCase: index))
            for (filter, rule) in stated where rule.speaks(of: path) && filter.matches(identity, tags: tags) {
                endings[index] = rule.ending
            }
        }
    }

    /// Puts the cases that are declared to end their process behind the others of their class, and returns where they begin.
    ///
    /// Each has a process of its own, so that they make a unit of their own.
    func setApart(_ slots: inout [Plan.Slot], from start: Int) -> Int {
        if endings.isEmpty { return slots.count }
        let apart = slots[start...].filter { endings[Int($0.caseIndex)] != nil }
        if apart.isEmpty { return slots.count }
        let others = slots[start...].filter { endings[Int($0.caseIndex)] == nil }
        slots.replaceSubrange(start..., with: others + apart)
        return start + others.count
    }
}
