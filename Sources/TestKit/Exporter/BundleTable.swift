// SPDX-License-Identifier: MIT

import BundleABI

/// The contract's struct of functions, with the exporter that they work on behind it in the same piece of memory.
enum BundleTable {
    /// Where the exporter's reference stands, from the struct's start.
    private static let exporterOffset = MemoryLayout<testkit_bundle>.stride

    /// Makes a struct that keeps its exporter alive until the process ends.
    static func make(for exporter: BundleExporter) -> UnsafePointer<testkit_bundle> {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: exporterOffset + MemoryLayout<UnsafeMutableRawPointer>.stride,
            alignment: MemoryLayout<testkit_bundle>.alignment
        )
        let reference = Unmanaged.passRetained(exporter).toOpaque()
        (memory + exporterOffset).initializeMemory(as: UnsafeMutableRawPointer.self, to: reference)
        return UnsafePointer(memory.initializeMemory(as: testkit_bundle.self, to: table))
    }

    /// Calls the exporter behind a struct that `make` made.
    ///
    /// - Returns: Nil if there is no struct. Traps off the main thread, which the contract forbids.
    private static func call<Result>(
        _ bundle: UnsafePointer<testkit_bundle>?,
        _ body: @MainActor (BundleExporter) -> Result
    ) -> Result? {
        guard let bundle else { return nil }
        let reference = (UnsafeRawPointer(bundle) + exporterOffset).load(as: UnsafeMutableRawPointer.self)
        let exporter = Unmanaged<BundleExporter>.fromOpaque(reference).takeUnretainedValue()
        // What comes back stays on this thread, the main one.
        nonisolated(unsafe) var result: Result?
        MainActor.assumeIsolated { result = body(exporter) }
        return result
    }

    /// The struct's fields.
    private static var table: testkit_bundle {
        var table = testkit_bundle()
        table.magic = TESTKIT_MAGIC
        table.struct_size = UInt32(MemoryLayout<testkit_bundle>.size)
        table.abi_major = UInt16(TESTKIT_ABI_MAJOR)
        table.abi_minor = UInt16(TESTKIT_ABI_MINOR)
        table.producer = ("TestKit 0.1.0" as StaticString).cString
        table.connect = { bundle, host in
            nonisolated(unsafe) let host = host
            return BundleTable.call(bundle) { $0.connect(host)?.cString } ?? nil
        }
        table.class_count = { bundle in BundleTable.call(bundle) { UInt32($0.classCount) } ?? 0 }
        table.get_class = { bundle, index in BundleTable.call(bundle) { $0.classDescriptor(Int(index)) } ?? nil }
        table.get_case = { bundle, index, caseIndex in
            BundleTable.call(bundle) { $0.caseDescriptor(Int(index), Int(caseIndex)) } ?? nil
        }
        table.case_support = { bundle, index, owner, caseIndex in
            BundleTable.call(bundle) { $0.caseSupport(Int(index), Int(owner), Int(caseIndex)).rawValue } ?? 0
        }
        table.begin_class = { bundle, activity, index in
            BundleTable.call(bundle) { $0.beginClass(activity, Int(index)).rawValue } ?? TESTKIT_FAILED.rawValue
        }
        table.example_count = { bundle, index, owner, caseIndex in
            BundleTable.call(bundle) { UInt32($0.exampleCount(Int(index), Int(owner), Int(caseIndex))) } ?? 0
        }
        table.example_name = { bundle, index, owner, caseIndex, example in
            BundleTable.call(bundle) { $0.exampleName(Int(index), Int(owner), Int(caseIndex), Int(example)) } ?? nil
        }
        table.run_case = { bundle, activity, index, owner, caseIndex, example in
            BundleTable.call(bundle) {
                $0.runCase(activity, Int(index), Int(owner), Int(caseIndex), example).rawValue
            } ?? TESTKIT_FAILED.rawValue
        }
        table.end_class = { bundle, activity, index in
            BundleTable.call(bundle) { $0.endClass(activity, Int(index)).rawValue } ?? TESTKIT_FAILED.rawValue
        }
        return table
    }
}
