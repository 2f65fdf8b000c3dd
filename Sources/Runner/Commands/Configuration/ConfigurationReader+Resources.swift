// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// Resources, and their limits.
extension ConfigurationReader {
    /// Returns the limits of "resources".
    func resourceSettings(_ node: JSONValue) throws(ConfigurationFault) -> [ResourceSetting] {
        var settings: [ResourceSetting] = []
        for member in try members(of: node, "resources") {
            let what = "the resource '\(member.name)'"
            guard !member.name.isEmpty else { throw fault(member.position, "resources: a resource needs a name") }
            let parts = try members(of: member.value, what, known: ["jobs"])
            guard let jobs = parts.first else {
                throw fault(
                    member.value.position, "\(what): needs 'jobs', the number of classes that may use it at once")
            }
            guard let count = jobs.value.number.flatMap({ Int($0) }), (1...WorkerCount.largest).contains(count) else {
                throw mismatch(jobs.value, "jobs", "a number from 1 to \(WorkerCount.largest)")
            }
            settings.append(ResourceSetting(name: member.name, jobs: count, origin: origin(of: jobs.value)))
        }
        return settings
    }

    /// Returns the names of resources in a rule for tests.
    func resourceNames(_ node: JSONValue) throws(ConfigurationFault) -> [String] {
        let names = try list(node, "resources", of: "names") { item throws(ConfigurationFault) in
            if let name = item.string, !name.isEmpty { return name }
            throw mismatch(item, "resources", "a name")
        }
        if names.isEmpty { throw mismatch(node, "resources", "an array of names") }
        return names
    }
}
