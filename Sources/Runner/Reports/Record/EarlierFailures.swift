// SPDX-License-Identifier: MIT

import RunnerModel

/// The classes and cases of the registry that failed when they last ran, by the record.
///
/// Rule 40.
public struct EarlierFailures {
    /// The classes of which something failed, by registry index.
    public private(set) var classes: Set<Int> = []
    /// The cases that failed, and all cases of a class whose own set-up or tear-down did.
    public private(set) var slots: Set<Plan.Slot> = []

    /// Looks the record's failures up.
    public init(_ record: RunRecord, in registry: Registry) {
        var failed: [String: RunRecord.Class] = [:]
        for entry in record.classes where entry.isAbnormal || entry.cases.contains(where: \.isFailure) {
            failed[entry.identity] = entry
        }
        if failed.isEmpty { return }
        for index in registry.classes.indices {
            guard let entry = failed[registry.identity(ofClass: index)] else { continue }
            let names = Set(entry.cases.lazy.filter(\.isFailure).map(\.name))
            for slot in registry.slots(ofClass: index)
            where entry.isAbnormal || names.contains(registry.name(of: slot)) {
                slots.insert(slot)
                classes.insert(index)
            }
        }
    }
}
