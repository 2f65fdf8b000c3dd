// SPDX-License-Identifier: MIT

import WorkerShims

/// A parameterised case of one class of a bundle.
struct ExamplePlace: Hashable {
    /// The bundle, by file index.
    var bundle: UInt32
    /// The class, by its index in the bundle.
    var classIndex: UInt32
    /// The class that declares the case.
    var ownerIndex: UInt32
    /// The case's index there.
    var caseIndex: UInt32
}

extension ExamplePlace {
    /// The case whose examples a worker is or was reading.
    init(_ record: worker_record) {
        self.init(
            bundle: record.bundle, classIndex: record.example_class, ownerIndex: record.example_owner,
            caseIndex: record.example_case)
    }
}
