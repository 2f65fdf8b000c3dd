// SPDX-License-Identifier: MIT

import RunnerSupport

extension RegistryBuilder {
    /// Reads the tags, time limits and resources that follow a bundle's classes.
    mutating func readTraits(_ coder: inout CompactCoder) throws(ByteReader.Exhausted) {
        var isThere = true
        while true {
            coder.pass(&isThere)
            if !isThere { return }
            var (place, traits) = (Traits.Place(classIndex: 0, caseIndex: 0), Traits())
            traits.pass(of: &place, &coder)
            guard place.classIndex < places.count else { throw ByteReader.Exhausted() }
            guard case .here(let index) = places[Int(place.classIndex)] else { continue }
            if place.caseIndex == Traits.Place.noCase {
                classTraits[index] = traits
                continue
            }
            let cases = registry.classes[index].cases
            guard place.caseIndex < cases.count else { throw ByteReader.Exhausted() }
            caseTraits[cases.lowerBound + Int(place.caseIndex)] = traits
        }
    }

    /// Gives each class and case its own and its superclasses' tags and resources, and the nearest limit.
    mutating func resolveTraits() {
        if classTraits.isEmpty, caseTraits.isEmpty { return }
        for index in registry.classes.indices {
            let chain = registry.chain(from: index).compactMap { classTraits[$0] }
            let tags = Set(chain.flatMap(\.tags))
            let limit = chain.first { $0.limit > 0 }?.limit
            registry.classes[index].tags = registry.tagSets.number(of: tags)
            registry.classes[index].limit = limit
            registry.resources.add(chain.flatMap(\.resources), toClass: index)
            if let own = classTraits[index]?.description, !own.isEmpty { registry.classDescriptions[index] = own }
            for item in registry.classes[index].cases {
                let own = caseTraits[item] ?? Traits()
                registry.cases[item].tags = registry.tagSets.number(of: tags.union(own.tags))
                registry.limits[item] = own.limit > 0 ? own.limit : limit
                if !own.description.isEmpty { registry.caseDescriptions[item] = own.description }
                registry.endings[item] = own.ending
            }
        }
    }
}
