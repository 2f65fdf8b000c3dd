// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

extension PlanListing {
    /// The output of `--list --format swift`: the names of tests as `swift test list` prints them, sorted, for scripts that read those.
    ///
    /// A test of XCTest is "Module.Class/case", one of Swift Testing "Module.Suite/name()", with the place of its declaration where
    /// another of its executable has that name, also in another module. Other tests have their identities. Arguments and examples are
    /// not listed.
    public func swift(to output: inout TextOutput) {
        var names: [Name] = []
        var seen: Set<UInt32> = []
        for slot in plan.slots where seen.insert(slot.caseIndex).inserted { names.append(name(of: slot.caseIndex)) }
        var counts: [Ambiguity: Int] = [:]
        for name in names { counts[name.ambiguity, default: 0] += 1 }
        let lines = names.map { counts[$0.ambiguity] == 1 ? $0.short : $0.long }
        for line in lines.sorted() { output.line(TerminalText.line(line)) }
    }

    /// A case by its name.
    private struct Name {
        /// The name without the place of its declaration.
        var short: String
        /// The name with it, if it is known.
        var long: String
        /// Where another case must not have this name.
        var ambiguity: Ambiguity
    }

    /// A name that `swift test list` completes by a place if several tests have it: Swift Testing compares those of an executable without
    /// their modules.
    private struct Ambiguity: Hashable {
        /// The executable, by file index.
        var bundle: Int
        /// The name.
        var name: Substring
    }

    /// The name of a case, without and with the place of its declaration.
    private func name(of index: UInt32) -> Name {
        let identity = registry.identity(ofCase: Int(index))
        let bundle = registry.classes[registry.cases[Int(index)].classIndex].bundle
        func plain(_ name: String) -> Name {
            Name(short: name, long: name, ambiguity: Ambiguity(bundle: bundle, name: name[...]))
        }
        guard let known = registry.caseDescriptions[Int(index)]?.identity else { return plain(identity) }
        // XCTest's have no place.
        guard let slash = known.text.lastIndex(of: "/"), known.column > 0 else {
            return plain(known.text.hasSuffix("()") ? String(known.text.dropLast(2)) : known.text)
        }
        let short = known.text[..<slash]
        let rest = short.firstIndex(of: ".").map { short[short.index(after: $0)...] } ?? short
        return Name(short: String(short), long: known.text, ambiguity: Ambiguity(bundle: bundle, name: rest))
    }
}
