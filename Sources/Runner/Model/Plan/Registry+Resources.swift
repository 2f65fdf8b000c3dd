// SPDX-License-Identifier: MIT

import RunnerSupport

extension Registry {
    /// Adds the statements of configuration files: which classes use resources, and how many may use each at the same time.
    ///
    /// A class uses the resources of all its cases, since a class runs as a whole.
    package mutating func addResources(by rules: [TestRule], _ settings: [ResourceSetting], _ files: [BundleFile]) {
        for setting in settings { resources.jobs[setting.name] = setting.jobs }
        let stated = CaseRules.compiled(rules).filter { !$0.1.resources.isEmpty }
        if stated.isEmpty { return }
        for index in cases.indices {
            let identity = identity(ofCase: index)
            let (path, tags) = (CaseRules.path(ofCase: index, self, files), tags(ofCase: index))
            for (filter, rule) in stated where rule.speaks(of: path) && filter.matches(identity, tags: tags) {
                resources.add(rule.resources, toClass: cases[index].classIndex)
            }
        }
    }
}
