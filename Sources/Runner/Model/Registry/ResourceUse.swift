// SPDX-License-Identifier: MIT

import RunnerSupport

/// The named resources that classes use, such as a database or a port, and how many classes may use each at the same time.
public struct ResourceUse: Equatable, Sendable {
    /// The resources of each class that uses any, by registry index.
    public private(set) var names: [Int: Set<String>] = [:]
    /// The number of workers' places that each class takes, if more than its own, by registry index; `Int.max` for all of them.
    public private(set) var slots: [Int: Int] = [:]
    /// The number of classes that may use a resource at the same time, where a configuration file states it.
    public var jobs: [String: Int] = [:]

    /// Notes that a class uses some resources; `slots=2` and `slots=all` are workers' places.
    public mutating func add(_ resources: some Collection<String>, toClass index: Int) {
        for name in resources {
            if let count = Self.slots(name) {
                add(slots: count, toClass: index)
            } else {
                names[index, default: []].insert(name)
            }
        }
    }

    /// Notes that a class takes the places of some workers.
    public mutating func add(slots count: Int, toClass index: Int) {
        if count > 1 { slots[index] = max(count, slots[index] ?? 1) }
    }

    /// The number of workers' places that the name of a resource is; nil for an ordinary one.
    private static func slots(_ name: String) -> Int? {
        guard name.hasPrefix("slots=") else { return nil }
        let text = name.dropFirst(6)
        return text == "all" ? .max : Int(text).flatMap { $0 > 0 ? $0 : nil }
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
