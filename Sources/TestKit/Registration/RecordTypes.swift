// SPDX-License-Identifier: MIT

import Glibc
import ModuleSection

#if compiler(<6.3)
/// The types of a library that have modules' records.
@MainActor
enum RecordTypes {
    /// The records of the types among a library's conformances to protocols, in the order of the modules.
    static func records(
        from first: UnsafePointer<Int32>?, to end: UnsafePointer<Int32>?
    ) -> [testkit_module_record?] {
        var count = 0
        // The metadata of the existential type: its kind, its flags, the number of its protocols, and their descriptors.
        let metadata = unsafeBitCast((any ModuleRecordContainer).self as Any.Type, to: UnsafeRawPointer.self)
        let descriptor = metadata.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
        guard let types = testkit_copy_record_types(first, end, descriptor, &count) else { return [] }
        defer { free(types) }
        return (0..<count).map { index in
            let type = unsafeBitCast(types[index], to: Any.Type.self)
            // Called on the main thread, as a record of the section.
            return (type as? any ModuleRecordContainer.Type).map {
                unsafeBitCast($0.record, to: testkit_module_record.self)
            }
        }
    }
}
#endif
