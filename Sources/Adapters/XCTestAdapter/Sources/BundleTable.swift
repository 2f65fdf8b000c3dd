// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// The ABI's functions over an `AdaptedBundle`.
///
/// Swift's functions without a context take the place of C's. Each finds its bundle behind the table that it is given.
struct BundleTable {
    /// The table that the host is given.
    private var table: testkit_bundle
    /// The bundle; it is directly behind the table.
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
            if let host { WorkOrigin.provide(to: host) }
            return nil
        }
        table.class_count = { UInt32(bundle($0).classes.count) }
        table.get_class = { bundle($0).classTable[Int($1)] }
        table.get_case = { bundle($0).caseTables[Int($1)][Int($2)] }
        table.case_support = { _, _, _, _ in TESTKIT_SUPPORTED.rawValue }
        table.example_count = { UInt32(bundle($0).cases[Int($2)][Int($3)].examples?.count ?? 0) }
        table.example_name = { bundle($0).exampleName(Int($2), Int($3), Int($4)) }
        table.class_traits = { bundle($0).classTraits[Int($1)] }
        table.case_traits = { bundle($0).caseTraits[Int($2)][Int($3)] }
        table.build_warning = { table, index in
            let warnings = bundle(table).warnings
            return index < warnings.count ? warnings[Int(index)] : nil
        }
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
        table.get_extension = { table, name in
            guard let name, strcmp(name, TESTKIT_FRAMEWORK_EXTENSION) == 0 else { return nil }
            return UnsafeRawPointer(bundle(table).framework)
        }
        return table
    }()
}
