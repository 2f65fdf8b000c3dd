// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

extension BundleEnumerator {
    /// Writes the traits that are stated, after all classes.
    ///
    /// Before each is whether there is one. A trait that cannot be used is noted, and left out.
    func writeTraits(to coder: inout CompactCoder) throws(LoadFault) {
        var isThere = false
        if traits.isEmpty { return coder.pass(&isThere) }
        func write(_ traits: Traits, of place: Traits.Place) {
            if traits.isEmpty { return }
            var (traits, place, isThere) = (traits, place, true)
            coder.pass(&isThere)
            traits.pass(of: &place, &coder)
        }
        for index in 0..<UInt32(classes.count) {
            var faults: [DescriptorFault] = []
            let own = try placed("class \(index) '\(name(of: Int(index)))'") { () throws(DescriptorFault) in
                try traits.traits(ofClass: index) { faults.append($0) }
            }
            write(own, of: Traits.Place(classIndex: index, caseIndex: Traits.Place.noCase))
            for fault in faults { note(fault, of: "'\(name(of: Int(index)))'", in: Int(index)) }
            if bundle.pointee.case_traits == nil { continue }
            for (place, item) in cases(ofClass: Int(index)).enumerated() {
                faults = []
                let own = try placed(identity(item, Int(index))) { () throws(DescriptorFault) in
                    try traits.traits(ofCase: item.index, of: item.owner, in: index) { faults.append($0) }
                }
                write(own, of: Traits.Place(classIndex: index, caseIndex: UInt32(place)))
                for fault in faults { note(fault, of: identity(item, Int(index)), in: Int(index), line: item.line) }
            }
        }
        coder.pass(&isThere)
    }

    /// Runs a piece of reading, whose fault is one of that place.
    func placed<Result>(
        _ place: @autoclosure () -> String, _ read: () throws(DescriptorFault) -> Result
    ) throws(LoadFault) -> Result {
        do throws(DescriptorFault) { return try read() } catch { throw malformed(.at(place(), error)) }
    }
}
