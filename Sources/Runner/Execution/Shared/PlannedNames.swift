// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel
import RunnerSupport

/// The names of a plan's classes and cases, by which a worker that opens a bundle again knows that it registers what was listed.
///
/// The plan has only indices. A bundle that registers something else, by a variable or a file or by chance, would run another test
/// under the name of the planned one. The names come with the fork, not in shared memory.
struct PlannedNames {
    /// The plan.
    private let plan: Plan
    /// The registry that it was made from.
    private let registry: Registry

    /// The names of a plan.
    init(_ plan: Plan, _ registry: Registry) { (self.plan, self.registry) = (plan, registry) }

    /// Returns what a bundle no longer has where it was listed, of a class and some of its cases; nil if all is there.
    func missing(
        from bundle: UnsafePointer<testkit_bundle>, unit: UInt32, _ slots: Range<UInt32>
    ) -> String? {
        let index = plan.units[Int(unit)].classIndex
        let owner = registry.classes[index]
        guard owner.index < bundle.pointee.class_count(bundle),
            let found = bundle.pointee.get_class(bundle, owner.index)?.pointee, stands(found.name, owner.name)
        else { return registry.string(owner.name) }
        for slot in slots {
            let planned = registry.cases[Int(plan.slots[Int(slot)].caseIndex)]
            guard hasCase(planned, in: bundle) else {
                return "\(registry.string(owner.name))/\(registry.string(planned.name))"
            }
        }
        return nil
    }

    /// Whether a bundle has a case where it was listed.
    private func hasCase(_ planned: Registry.Case, in bundle: UnsafePointer<testkit_bundle>) -> Bool {
        guard planned.ownerIndex < bundle.pointee.class_count(bundle),
            let owner = bundle.pointee.get_class(bundle, planned.ownerIndex), planned.index < owner.pointee.case_count,
            let found = bundle.pointee.get_case(bundle, planned.ownerIndex, planned.index)
        else { return false }
        return stands(found.pointee.name, planned.name)
    }

    /// Whether a name has the listed bytes.
    private func isSame(_ name: UnsafePointer<CChar>, _ listed: Text) -> Bool {
        registry.bytes.withUnsafeBytes { bytes in
            let own = bytes[listed.range]
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
            return strncmp(name, start + own.startIndex, own.count) == 0 && name[own.count] == 0
        }
    }

    /// Whether a name is the one that was listed, but for what distinguishes equal ones: "(_:Int)" and "#2".
    private func stands(_ name: UnsafePointer<CChar>?, _ listed: Text) -> Bool {
        // Nearly always: a comparison is all, and not a look at each byte of whether it may be in a name.
        if let name, isSame(name, listed) { return true }
        let own = ValidatedName.usable(name, as: .name).name.bytes
        let listed = registry.bytes[listed.range]
        guard listed.starts(with: own) else { return false }
        let next = listed.dropFirst(own.count).first
        return next == nil || next == UInt8(ascii: "(") || next == UInt8(ascii: "#")
    }
}
