// SPDX-License-Identifier: MIT

/// Distinguishes the cases of a class that share a name.
///
/// Overloads, which differ in parameters or in `async`, are cases of their own. Methods that the focus prefix alone distinguishes
/// would be one case: focusing a case must not rename it.
struct OverloadedCases {
    /// The class.
    private let entry: ModuleIndex.Entry
    /// The module's types.
    private let index: ModuleIndex
    /// The actors on which a call of a synchronous method is asynchronous.
    private let actors: GlobalActors

    /// The cases of a class.
    init(of entry: ModuleIndex.Entry, _ index: ModuleIndex, _ actors: GlobalActors) {
        (self.entry, self.index, self.actors) = (entry, index, actors)
    }

    /// By which code that has the arguments' types calls a method: its name and labels, and whether it waits.
    static func selector(_ name: String, _ parameters: [Method.Parameter], isAsync: Bool) -> String {
        name + parameters.map { "\($0.label ?? "_"):" }.joined() + (isAsync ? " async" : "")
    }

    /// By which code calls a method.
    static func selector(of found: CaseMethod) -> String {
        selector(found.method.name, found.method.parameters, isAsync: found.method.isAsync)
    }

    /// The methods that are cases of their own; warns about the others.
    func distinguished(_ methods: [CaseMethod], _ warnings: inout WarningList) -> [CaseMethod] {
        var kept: [CaseMethod] = []
        for found in methods {
            let rivals = kept.filter {
                $0.caseName == found.caseName && $0.method.conditions == found.method.conditions
            }
            if let twin = rivals.first(where: { $0.signature == found.signature }) {
                let line = twin.method.location.line
                warnings.add(about: found, of: entry.name, "the method in line \(line) has the same case name")
            } else if let twin = rivals.first(where: { isHidden(behind: $0, found) }) {
                let line = twin.method.location.line
                let reason =
                    "on an actor, a call cannot distinguish it from the method in line \(line); rename one of them"
                warnings.add(about: found, of: entry.name, reason)
            } else {
                kept.append(found)
            }
        }
        return kept.map { found in
            var found = found
            found.needsTypes = !found.method.parameters.isEmpty && isAmbiguous(found, among: kept)
            return found
        }
    }

    /// Whether two methods differ in `async` alone, and the synchronous one runs on an actor: a call from outside that must
    /// wait takes the other.
    private func isHidden(behind one: CaseMethod, _ other: CaseMethod) -> Bool {
        guard one.method.isAsync != other.method.isAsync, one.method.name == other.method.name,
            CaseName.signature(of: one.method.parameters, isAsync: false)
                == CaseName.signature(of: other.method.parameters, isAsync: false)
        else { return false }
        let synchronous = one.method.isAsync ? other : one
        return actors.isolate(entry, in: index) || actors.isolate(synchronous.method)
    }

    /// Whether another method of the class or of its superclasses has the same name and labels, and takes other types.
    private func isAmbiguous(_ found: CaseMethod, among own: [CaseMethod]) -> Bool {
        let ancestors = index.ancestors(of: entry.declaration, in: ModuleIndex.scope(of: entry.name))
        let others = own.map(\.method) + ancestors.flatMap(\.declaration.methods)
        let labels = found.method.parameters.map(\.label)
        return others.contains { other in
            other.name == found.method.name && other.parameters.map(\.label) == labels
                && other.parameters.map(\.plainType) != found.method.parameters.map(\.plainType)
        }
    }
}
