// SPDX-License-Identifier: MIT

/// The global actors other than the main one, as far as names show.
struct GlobalActors {
    /// The names of the module's own.
    private let own: Set<String>

    /// The actors that a module declares, and those of others that look like actors.
    init(of index: ModuleIndex) {
        own = Set(index.order.filter { $0.declaration.kind == .globalActor }.map(\.name))
    }

    /// Whether an attribute is one.
    ///
    /// The sources of other modules are not at hand, so what is not declared here goes by its name.
    private func contains(_ attribute: String) -> Bool {
        let isMain = ["MainActor", "Swift.MainActor", "_Concurrency.MainActor"].contains(attribute)
        return !isMain && (own.contains(attribute) || attribute.hasSuffix("Actor"))
    }

    /// Whether a method is isolated to one.
    func isolate(_ method: Method) -> Bool { method.attributes.contains(where: contains) }

    /// Whether a class is isolated to one.
    func isolate(_ entry: ModuleIndex.Entry, in index: ModuleIndex) -> Bool {
        let classes = [entry] + index.ancestors(of: entry.declaration, in: ModuleIndex.scope(of: entry.name))
        return classes.contains { $0.declaration.attributes.contains(where: contains) }
    }
}
