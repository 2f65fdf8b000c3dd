// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel

/// Gives each case of a class a name of its own, and finds out which replaces which.
///
/// An own case replaces an inherited one of its name. Where several share a name, as overloads do, their parameters and `async`
/// distinguish them and follow the name, if the bundle states them (`testkit_case.parameters`). Of those that are still equal,
/// the second gets "#2" after it, in the bundle's order.
struct Overloads {
    /// A case as one class has it.
    typealias Case = BundleEnumerator.EffectiveCase

    /// The bundle.
    private let bundle: UnsafePointer<testkit_bundle>
    /// The names that several cases share whose declarations distinguish them; nearly always none.
    private var shared: [ValidatedName] = []

    /// Asks a bundle that is connected.
    init(of bundle: UnsafePointer<testkit_bundle>) { self.bundle = bundle }

    /// Returns the cases of a class, of its own and of its superclass's.
    func merge(_ own: [Case], over inherited: [Case]) -> [Case] {
        if areDistinct(own, inherited) { return inherited.isEmpty ? own : inherited + own }
        var attempt = self
        for entry in inherited where entry.isDistinguished && !attempt.isShared(entry.plainName) {
            attempt.shared.append(entry.plainName)
        }
        while true {
            var cases = inherited.map(attempt.distinguished)
            if let name = attempt.add(own, to: &cases) { attempt.shared.append(name) } else { return cases }
        }
    }

    /// Whether no two cases have one name, and none is distinguished from others.
    private func areDistinct(_ own: [Case], _ inherited: [Case]) -> Bool {
        let first = inherited.count
        var places = NameTable(capacity: first + own.count)
        func name(_ place: Int) -> ValidatedName { place < first ? inherited[place].name : own[place - first].name }
        for place in inherited.indices {
            if inherited[place].isDistinguished || places.enter(place, inherited[place].name, name: name) != nil {
                return false
            }
        }
        for place in own.indices where places.enter(first + place, own[place].name, name: name) != nil { return false }
        return true
    }

    /// Adds a class's own cases; or returns a name that must be distinguished first.
    private func add(_ own: [Case], to cases: inout [Case]) -> ValidatedName? {
        let capacity = cases.count + own.count
        var (places, numbers) = (NameTable(capacity: capacity), NameNumbers())
        for (place, inherited) in cases.enumerated() { _ = places.enter(place, inherited.name) { cases[$0].name } }
        cases.reserveCapacity(capacity)
        for given in own {
            var entry = distinguished(given)
            let name = entry.name
            var place = places.enter(cases.count, name) { cases[$0].name }
            if let earlier = place, !isShared(given.plainName), differ(given, cases[earlier]) { return given.plainName }
            while let earlier = place, cases[earlier].owner == entry.owner {
                entry.name = numbers.next(name)
                place = places.enter(cases.count, entry.name) { cases[$0].name }
            }
            if let place { cases[place] = entry } else { cases.append(entry) }
        }
        return nil
    }

    /// Whether a name is distinguished already.
    private func isShared(_ name: ValidatedName) -> Bool { shared.contains { $0.isEqual(to: name) } }

    /// A case with its parameters after its name, where others share that.
    private func distinguished(_ entry: Case) -> Case {
        if shared.isEmpty || entry.isDistinguished || !isShared(entry.plainName) { return entry }
        guard let parameters = parameters(of: entry) else { return entry }
        var entry = entry
        entry.name = entry.plainName.followed(by: parameters)
        entry.isDistinguished = true
        return entry
    }

    /// Whether two cases of one name have other parameters.
    private func differ(_ one: Case, _ other: Case) -> Bool {
        let (own, its) = (parameters(of: one), parameters(of: other))
        return (own ?? "()") != (its ?? "()")
    }

    /// The parameters that the bundle states of a case, as they are in an identity; nil if it does not.
    private func parameters(of entry: Case) -> String? {
        guard let found = bundle.pointee.get_case(bundle, entry.owner, entry.index),
            let text = (try? SizedStruct.read(found))?.parameters, let name = try? ValidatedName(text, as: .name)
        else { return nil }
        // Without the spaces after punctuation: an identity is a word of a report's lines.
        return String(decoding: name.bytes, as: UTF8.self).replacing(": ", with: ":").replacing(", ", with: ",")
            .replacing(") async", with: ")async")
    }
}
