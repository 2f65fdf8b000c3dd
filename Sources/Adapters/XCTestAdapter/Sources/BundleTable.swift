// SPDX-License-Identifier: MIT

import AdapterSupport

/// The ABI's functions over an `AdaptedBundle`.
///
/// Swift's functions without a context take the place of C's. Each finds its bundle behind the table that it is given.
struct BundleTable {
    /// The table that the host is given.
    private var table: testkit_bundle
    /// The bundle; it stands directly behind the table.
    private let bundle: UnsafeRawPointer

    /// Makes the table of a bundle, which lives from then on until the process ends.
    static func make(_ bundle: AdaptedBundle) -> UnsafePointer<testkit_bundle> {
        let retained = UnsafeRawPointer(Unmanaged.passRetained(bundle).toOpaque())
        let kept = AdaptedBundle.keep(BundleTable(table: functions, bundle: retained))
        return UnsafeRawPointer(kept).assumingMemoryBound(to: testkit_bundle.self)
    }

    /// The bundle of a table that the host passes.
    private static func bundle(_ table: UnsafePointer<testkit_bundle>?) -> AdaptedBundle {
        guard let table else { preconditionFailure("the host passed no bundle") }
        let opaque = UnsafeRawPointer(table).assumingMemoryBound(to: BundleTable.self).pointee.bundle
        return Unmanaged<AdaptedBundle>.fromOpaque(opaque).takeUnretainedValue()
    }

    /// An activity that the host begins in a bundle, and how it ended.
    private static func perform(_ bundle: AdaptedBundle, _ number: UInt64, _ body: (Activity) -> Void) -> UInt32 {
        guard let host = bundle.host else { return TESTKIT_FAILED.rawValue }
        let activity = Activity(host: host, number: number)
        body(activity)
        return activity.status
    }

    /// The table, less the bundle.
    nonisolated(unsafe) private static let functions: testkit_bundle = {
        var table = testkit_bundle()
        table.magic = UInt32(TESTKIT_MAGIC)
        table.struct_size = UInt32(MemoryLayout<testkit_bundle>.size)
        table.abi_major = UInt16(TESTKIT_ABI_MAJOR)
        table.abi_minor = UInt16(TESTKIT_ABI_MINOR)
        table.producer = AdaptedBundle.keep("the adapter for XCTest and Swift Testing")
        table.connect = { table, host in
            bundle(table).host = host
            EventRecords.prepare(for: host)
            return nil
        }
        table.class_count = { UInt32(bundle($0).classes.count) }
        table.get_class = { bundle($0).classTable[Int($1)] }
        table.get_case = { bundle($0).caseTables[Int($1)][Int($2)] }
        table.case_support = { _, _, _, _ in TESTKIT_SUPPORTED.rawValue }
        table.example_count = { UInt32(bundle($0).cases[Int($2)][Int($3)].examples?.count ?? 0) }
        table.example_name = { bundle($0).exampleName(Int($2), Int($3), Int($4)) }
        table.begin_class = { table, number, index in
            let bundle = bundle(table)
            return perform(bundle, number) { bundle.classes[Int(index)].begin($0) }
        }
        table.run_case = { table, number, index, _, place, example in
            let bundle = bundle(table)
            return perform(bundle, number) { activity in
                let chosen = example == UInt32.max ? nil : Int(example)
                bundle.classes[Int(index)].run(Int(place), example: chosen, activity)
            }
        }
        table.end_class = { table, number, index in
            let bundle = bundle(table)
            return perform(bundle, number) { bundle.classes[Int(index)].end($0) }
        }
        table.get_extension = { _, identifier in
            switch identifier.map({ String(cString: $0) }) {
            case TESTKIT_EXTENSION_TAGS: UnsafeRawPointer(tags)
            case TESTKIT_EXTENSION_LIMITS: UnsafeRawPointer(limits)
            case TESTKIT_EXTENSION_DIVISION: UnsafeRawPointer(division)
            case TESTKIT_EXTENSION_DESCRIPTIONS: UnsafeRawPointer(descriptions)
            case TESTKIT_EXTENSION_IDENTITIES: UnsafeRawPointer(identities)
            default: nil
            }
        }
        return table
    }()

    /// The table of the cases' tags.
    nonisolated(unsafe) private static let tags: UnsafePointer<testkit_tags> = {
        var table = testkit_tags()
        table.struct_size = UInt32(MemoryLayout<testkit_tags>.size)
        table.class_tag_count = { _, _ in 0 }
        table.class_tag = { _, _, _ in nil }
        table.case_tag_count = { UInt32(bundle($0).tags[Int($2)][Int($3)].count) }
        table.case_tag = { bundle($0).tags[Int($2)][Int($3)][Int($4)] }
        return AdaptedBundle.keep(table)
    }()

    /// The table of names for people and of links.
    nonisolated(unsafe) private static let descriptions: UnsafePointer<testkit_descriptions> = {
        var table = testkit_descriptions()
        table.struct_size = UInt32(MemoryLayout<testkit_descriptions>.size)
        table.class_title = { bundle($0).classTitles[Int($1)] }
        table.case_title = { bundle($0).caseTitles[Int($2)][Int($3)] }
        table.case_link_count = { UInt32(bundle($0).links[Int($2)][Int($3)].count) }
        table.case_link = { bundle($0).links[Int($2)][Int($3)][Int($4)] }
        return AdaptedBundle.keep(table)
    }()

    /// The table of the identities that the frameworks' tools know.
    nonisolated(unsafe) private static let identities: UnsafePointer<testkit_identities> = {
        var table = testkit_identities()
        table.struct_size = UInt32(MemoryLayout<testkit_identities>.size)
        table.class_identity = { bundle($0).classIdentities[Int($1)] }
        table.case_identity = { bundle($0).caseIdentities[Int($1)][Int($2)] }
        return AdaptedBundle.keep(table)
    }()

    /// Which classes may be divided.
    nonisolated(unsafe) private static let division: UnsafePointer<testkit_division> = {
        var table = testkit_division()
        table.struct_size = UInt32(MemoryLayout<testkit_division>.size)
        table.is_divisible = { bundle($0).classes[Int($1)].isDivisible ? 1 : 0 }
        return AdaptedBundle.keep(table)
    }()

    /// How long the cases may take.
    nonisolated(unsafe) private static let limits: UnsafePointer<testkit_limits> = {
        var table = testkit_limits()
        table.struct_size = UInt32(MemoryLayout<testkit_limits>.size)
        table.class_limit = { _, _, _ in 0 }
        table.case_limit = { table, _, owner, index, seconds in
            guard let limit = bundle(table).cases[Int(owner)][Int(index)].limit else { return 0 }
            seconds?.pointee = limit
            return 1
        }
        return AdaptedBundle.keep(table)
    }()
}
