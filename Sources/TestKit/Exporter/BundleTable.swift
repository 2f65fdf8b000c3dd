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

    /// The exporter behind a struct that `make` made.
    private static func exporter(_ bundle: UnsafePointer<testkit_bundle>?) -> BundleExporter? {
        guard let bundle else { return nil }
        let reference = (UnsafeRawPointer(bundle) + exporterOffset).load(as: UnsafeMutableRawPointer.self)
        return Unmanaged<BundleExporter>.fromOpaque(reference).takeUnretainedValue()
    }

    /// The struct's fields.
    private static var table: testkit_bundle {
        var table = testkit_bundle()
        table.magic = TESTKIT_MAGIC
        table.struct_size = UInt32(MemoryLayout<testkit_bundle>.size)
        table.abi_major = UInt16(TESTKIT_ABI_MAJOR)
        table.abi_minor = UInt16(TESTKIT_ABI_MINOR)
        table.producer = ("TestKit 0.1.0" as StaticString).cString
        table.connect = { exporter($0)?.connect($1)?.cString }
        table.class_count = { UInt32(exporter($0)?.classCount ?? 0) }
        table.get_class = { exporter($0)?.classDescriptor(Int($1)) }
        table.get_case = { exporter($0)?.caseDescriptor(Int($1), Int($2)) }
        table.case_support = {
            (exporter($0)?.caseSupport(Int($1), Int($2), Int($3)) ?? TESTKIT_SUPPORT_BY_NAME).rawValue
        }
        table.begin_class = { (exporter($0)?.beginClass($1, Int($2)) ?? TESTKIT_FAILED).rawValue }
        table.run_case = { bundle, activity, _, owner, caseIndex, _ in
            (exporter(bundle)?.runCase(activity, Int(owner), Int(caseIndex)) ?? TESTKIT_FAILED).rawValue
        }
        table.end_class = { bundle, activity, _ in (exporter(bundle)?.endClass(activity) ?? TESTKIT_FAILED).rawValue }
        return table
    }
}
