// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

extension BundleEnumerator {
    /// Writes the tags, time limits, resources and endings that are stated, behind all classes.
    ///
    /// A bundle that states none has an empty list. What cannot be used is noted: it costs no other test.
    func writeTraits(to listing: inout ByteWriter) throws(LoadFault) {
        let start = listing.count
        listing.append(UInt32(0))
        let reader: TraitReader
        do throws(DescriptorFault) { reader = try TraitReader(bundle) } catch { throw malformed(error) }
        if reader.isEmpty { return }
        var count: UInt32 = 0
        func write(_ traits: Traits, of place: Traits.Place) {
            if traits.isEmpty { return }
            traits.write(of: place, to: &listing)
            count += 1
        }
        for index in 0..<UInt32(classes.count) {
            var faults: [DescriptorFault] = []
            let traits = reader.traits(ofClass: index) { faults.append($0) }
            write(traits, of: Traits.Place(classIndex: index, caseIndex: Traits.Place.noCase))
            for fault in faults { note(fault, of: "'\(name(of: Int(index)))'", in: Int(index)) }
            for (place, item) in (effective[Int(index)] ?? []).enumerated() {
                faults = []
                let traits = reader.traits(ofCase: item.index, of: item.owner, in: index) { faults.append($0) }
                write(traits, of: Traits.Place(classIndex: index, caseIndex: UInt32(place)))
                for fault in faults { note(fault, of: identity(item, Int(index)), in: Int(index), line: item.line) }
            }
        }
        listing.overwrite(at: start, with: count)
    }
}
