// SPDX-License-Identifier: MIT

import RunnerSupport

extension Registry {
    /// The tags of a case, its own and those that it inherits.
    public func tags(ofCase index: Int) -> [String] { tagSets[cases[index].tags] }

    /// Adds tags to all classes and cases of a bundle, given by its file index.
    public mutating func add(tags: [String], toBundle file: Int) {
        if tags.isEmpty { return }
        for index in classes.indices where classes[index].bundle == file {
            classes[index].tags = tagSets.number(of: Set(tagSets[classes[index].tags] + tags))
            for item in classes[index].cases {
                cases[item].tags = tagSets.number(of: Set(tagSets[cases[item].tags] + tags))
            }
        }
    }
}
