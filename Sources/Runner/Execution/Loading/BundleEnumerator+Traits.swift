// SPDX-License-Identifier: MIT

extension BundleEnumerator {
    /// Writes the tags, time limits, resources and endings that are stated, behind all classes.
    ///
    /// A bundle that states none has an empty list.
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
            do throws(DescriptorFault) {
                let traits = try reader.traits(ofClass: index)
                write(traits, of: Traits.Place(classIndex: index, caseIndex: Traits.Place.noCase))
            } catch { throw malformed(.at("'\(name(of: Int(index)))'", error)) }
            for (place, item) in (effective[Int(index)] ?? []).enumerated() {
                do throws(DescriptorFault) {
                    let traits = try reader.traits(ofCase: item.index, of: item.owner, in: index)
                    write(traits, of: Traits.Place(classIndex: index, caseIndex: UInt32(place)))
                } catch { throw malformed(.at(identity(item, Int(index)), error)) }
            }
        }
        listing.overwrite(at: start, with: count)
    }
}
