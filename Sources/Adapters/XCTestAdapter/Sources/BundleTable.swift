// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// The ABI's functions over an `AdaptedBundle`.
///
/// Swift functions without a context serve as C functions. Each finds its bundle after the table that it gets.
struct BundleTable {
    /// The table that the host is given.
    private var table: testkit_bundle
    /// The bundle; its field directly follows the table.
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

    /// Asks TestKit about one of its classes, or the bundle about another one, by its index among those.
    private static func find<Answer>(
        _ table: UnsafePointer<testkit_bundle>?, _ index: UInt32,
        _ testKit: (UnsafePointer<testkit_bundle>, UInt32) -> Answer, _ own: (AdaptedBundle, Int) -> Answer
    ) -> Answer {
        let bundle = bundle(table)
        guard let classes = bundle.testKit else { return own(bundle, Int(index)) }
        return index < classes.count ? testKit(classes.bundle, index) : own(bundle, Int(index - classes.count))
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
            let bundle = bundle(table)
            bundle.host = host
            EventRecords.prepare(for: host)
            UnheardIssues.host = host
            let refusal = bundle.testKit?.connect(host)
            if let host { WorkOrigin.provide(to: host) }
            return refusal ?? nil
        }
        table.class_count = { UInt32(bundle($0).classes.count) + (bundle($0).testKit?.count ?? 0) }
        table.get_class = { find($0, $1, { $0.pointee.get_class($0, $1) }) { $0.classTable[$1] } }
        table.get_case = { table, index, place in
            find(table, index, { $0.pointee.get_case($0, $1, place) }) { $0.caseTable($1).descriptors[Int(place)] }
        }
        table.case_support = { table, index, owner, place in
            if let support = bundle(table).testKit?.support(index, owner, place) { return support }
            return TESTKIT_SUPPORTED.rawValue
        }
        table.example_count = { table, index, owner, place in
            find(table, index, { $0.pointee.example_count?($0, $1, owner, place) ?? 0 }) {
                UInt32($0.caseTable($1).cases[Int(place)].examples?.count ?? 0)
            }
        }
        table.example_name = { table, index, owner, place, example in
            find(table, index, { $0.pointee.example_name?($0, $1, owner, place, example) }) {
                $0.exampleName($1, Int(place), Int(example))
            }
        }
        table.class_traits = { find($0, $1, { $0.pointee.class_traits?($0, $1) }) { $0.classTraits[$1] } }
        table.case_traits = { table, index, owner, place in
            find(table, index, { $0.pointee.case_traits?($0, $1, owner, place) }) {
                $0.caseTable($1).traits[Int(place)]
            }
        }
        table.build_warning = { table, index in
            let own = bundle(table).warnings
            if index < own.count { return own[Int(index)] }
            let index = index - UInt32(own.count)
            return bundle(table).testKit.flatMap { $0.bundle.pointee.build_warning?($0.bundle, index) }
        }
        table.prepare = { table in
            if let testKit = bundle(table).testKit { testKit.bundle.pointee.prepare?(testKit.bundle) }
        }
        table.begin_class = { table, number, index in
            find(table, index, { $0.pointee.begin_class($0, number, $1) }) { bundle, index in
                perform(bundle, number) { bundle.classes[index].begin($0) }
            }
        }
        table.run_case = { table, number, index, owner, place, example in
            find(
                table, index,
                {
                    // Of an adapter's bundle, the host waits for this: whether a case runs may be open until then.
                    let host = bundle(table).host
                    host?.pointee.enter_phase(host, number, TESTKIT_PHASE_BODY.rawValue)
                    return $0.pointee.run_case($0, number, $1, owner, place, example)
                },
                { bundle, index in
                    perform(bundle, number) { activity in
                        let chosen = example == UInt32.max ? nil : Int(example)
                        bundle.classes[index].run(Int(place), example: chosen, activity)
                    }
                })
        }
        table.end_class = { table, number, index in
            find(table, index, { $0.pointee.end_class($0, number, $1) }) { bundle, index in
                perform(bundle, number) { bundle.classes[index].end($0) }
            }
        }
        table.class_over = { find($0, $2, { [number = $1] in $0.pointee.class_over?($0, number, $1) }) { _, _ in } }
        table.get_extension = { table, name in
            guard let name else { return nil }
            if strcmp(name, TESTKIT_CONCURRENCY_EXTENSION) == 0 { return UnsafeRawPointer(concurrency) }
            return strcmp(name, TESTKIT_FRAMEWORK_EXTENSION) == 0 ? UnsafeRawPointer(bundle(table).framework) : nil
        }
        return table
    }()

    /// The functions for cases that run at the same time.
    nonisolated(unsafe) private static let concurrency: UnsafePointer<testkit_concurrency> = {
        var functions = testkit_concurrency()
        functions.struct_size = UInt32(MemoryLayout<testkit_concurrency>.size)
        functions.run_cases = { table, index, calls, count, ended, context in
            guard let host = bundle(table).host, let calls, let ended else { return }
            let all = UnsafeBufferPointer(start: calls, count: Int(count)).map { call in
                let example = call.example_index == UInt32.max ? nil : Int(call.example_index)
                return TestingSuite.Call(
                    index: Int(call.case_index), example: example, activity: Activity(host: host, number: call.activity)
                )
            }
            let (lock, place) = (NSLock(), UInt(bitPattern: context))
            find(table, index, { _, _ in }) { bundle, index in
                (bundle.classes[index] as? TestingSuite)?.run(all) { index, status in
                    lock.withLock { ended(UnsafeMutableRawPointer(bitPattern: place), UInt32(index), status) }
                }
            }
        }
        return AdaptedBundle.keep(functions)
    }()
}
