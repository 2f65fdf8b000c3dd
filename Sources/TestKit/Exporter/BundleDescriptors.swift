// SPDX-License-Identifier: MIT

import BundleABI

/// The descriptors of a bundle's classes, immutable, at addresses that stay valid until the process ends.
@MainActor
struct BundleDescriptors {
    /// All classes.
    let classes: UnsafeMutableBufferPointer<testkit_class>
    /// The cases of each class, where it keeps them: asking the class itself takes counting its references.
    private let cases: UnsafeMutableBufferPointer<UnsafeBufferPointer<RegisteredClass.Case>>

    /// Makes the descriptors.
    ///
    /// The host must be connected: classes ask it for their platform.
    init(of collector: SuiteCollector) {
        // First, for it adds the superclasses of other libraries.
        let superclasses = collector.lineage.superclasses
        let records = collector.classes
        classes = .allocate(capacity: records.count)
        cases = .allocate(capacity: records.count)
        for (index, record) in records.enumerated() {
            classes.initializeElement(at: index, to: Self.descriptor(of: record, superclass: superclasses[index]))
            cases.initializeElement(at: index, to: record.cases)
        }
    }

    /// A case's descriptor, nil for an index that is none.
    func address(ofCase caseIndex: Int, inClass classIndex: Int) -> UnsafePointer<testkit_case>? {
        guard classIndex >= 0, classIndex < cases.count, caseIndex >= 0, caseIndex < cases[classIndex].count,
            let base = cases[classIndex].baseAddress
        else { return nil }
        return RegisteredClass.descriptor(of: base + caseIndex)
    }

    /// The descriptor of a class.
    private static func descriptor(of record: RegisteredClass, superclass: Int?) -> testkit_class {
        var descriptor = testkit_class()
        descriptor.struct_size = UInt32(MemoryLayout<testkit_class>.size)
        descriptor.flags = flags(of: record)
        descriptor.name = record.makeName()
        descriptor.file = record.declaration?.file.cString
        descriptor.line = record.declaration?.line ?? 0
        descriptor.superclass = superclass.map(UInt32.init) ?? TESTKIT_NO_CLASS
        descriptor.run_group = Int32(clamping: record.type.runGroup)
        descriptor.support = support(of: record.type)
        descriptor.case_count = UInt32(record.caseCount)
        return descriptor
    }

    /// The `testkit_class_flags` of a class.
    private static func flags(of record: RegisteredClass) -> UInt32 {
        var flags = TESTKIT_CLASS_HAS_RUN_GROUP.rawValue
        if record.isFocused { flags |= TESTKIT_CLASS_FOCUSED.rawValue }
        let table = OverrideTable.shared
        if record.type.isAbstract {
            // An inherited `true` speaks for the superclass only. Not knowing whose it is, take it at its word.
            if table.declares(.isAbstract, in: record.type) { flags |= TESTKIT_CLASS_ABSTRACT.rawValue }
        } else if table.isKnown, table.declares(.isAbstract, in: record.type) {
            flags |= TESTKIT_CLASS_CONCRETE.rawValue
        }
        return flags
    }

    /// The `testkit_support` of a class: an answer of the class or of a superclass, else the host reads the name.
    private static func support(of type: TestCase.Type) -> UInt32 {
        guard type.supportsCurrentPlatform else { return TESTKIT_UNSUPPORTED.rawValue }
        return TESTKIT_SUPPORTED.rawValue
    }
}
