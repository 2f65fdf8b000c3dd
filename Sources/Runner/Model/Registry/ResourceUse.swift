// SPDX-License-Identifier: MIT

import RunnerSupport

/// The named resources that classes use, such as a database or a port, and how many classes may use each at the same time.
public struct ResourceUse: Equatable, Sendable {
    /// The resources of each class that uses any, by registry index.
    public private(set) var names: [Int: Set<String>] = [:]
    /// The number of classes that may use a resource at the same time, where a configuration file states it.
    public var jobs: [String: Int] = [:]

    /// Notes that a class uses some resources.
    public mutating func add(_ resources: some Collection<String>, toClass index: Int) {
        if !resources.isEmpty { names[index, default: []].formUnion(resources) }
    }

    /// Returns the resources of a class, sorted.
    public func sorted(ofClass index: Int) -> [String] { names[index]?.sorted() ?? [] }

    /// The number of classes that may use a resource at the same time.
    public func limit(of name: String) -> Int { jobs[name] ?? 1 }

    /// Returns a remark on each resource with a stated limit that no class uses and whose name looks like a slip.
    public func remarks() -> [String] {
        let used = names.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        return jobs.keys.filter { !used.contains($0) }.sorted().compactMap { name in
            Suggestion.nearest(to: name, in: used.sorted(), limit: 1).first.map {
                "no test uses the resource '\(name)'; did you mean '\($0)'?"
            }
        }
    }
}
