// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The contract's struct of functions, with the exporter that they work on behind it in the same piece of memory.
@MainActor
enum BundleTable {
    /// Where the exporter's reference stands, from the struct's start.
    private nonisolated static let exporterOffset = MemoryLayout<testkit_bundle>.stride

    /// The thread that made the first struct: the main one.
    private nonisolated static let mainThread = pthread_self()

    /// Makes a struct that keeps its exporter alive until the process ends.
    static func make(for exporter: BundleExporter) -> UnsafePointer<testkit_bundle> {
        _ = mainThread
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: exporterOffset + MemoryLayout<UnsafeMutableRawPointer>.stride,
            alignment: MemoryLayout<testkit_bundle>.alignment
        )
        let reference = Unmanaged.passRetained(exporter).toOpaque()
        (memory + exporterOffset).initializeMemory(as: UnsafeMutableRawPointer.self, to: reference)
        var table = table
        addDescriptions(to: &table)
        // Where no class has anything of its own to say, the host need not ask for each case.
        if !exporter.hasCaseSupport { table.case_support = nil }
        addExamples(to: &table)
        addRunning(to: &table)
        addExtensions(to: &table)
        return UnsafePointer(memory.initializeMemory(as: testkit_bundle.self, to: table))
    }

    /// The exporter behind a struct that `make` made; nil if there is no struct.
    ///
    /// Traps off the main thread, which the contract forbids.
    nonisolated static func exporter(behind bundle: UnsafePointer<testkit_bundle>?) -> BundleExporter? {
        guard let bundle else { return nil }
        // `MainActor.assumeIsolated` asks the executor, which takes longer than an empty case.
        precondition(pthread_equal(pthread_self(), mainThread) != 0, "the host called off the main thread")
        let reference = (UnsafeRawPointer(bundle) + exporterOffset).load(as: UnsafeMutableRawPointer.self)
        return Unmanaged<BundleExporter>.fromOpaque(reference).takeUnretainedValue()
    }

    /// The struct's header.
    private static var table: testkit_bundle {
        var table = testkit_bundle()
        table.magic = TESTKIT_MAGIC
        table.struct_size = UInt32(MemoryLayout<testkit_bundle>.size)
        table.abi_major = UInt16(TESTKIT_ABI_MAJOR)
        table.abi_minor = UInt16(TESTKIT_ABI_MINOR)
        table.producer = ("TestKit 0.1.0" as StaticString).cString
        return table
    }
}

// MARK: - The functions

// The contract's types cannot say that the host calls on the main thread; those of the functions below do. The compiler
// adds a look at the executor to a C function of the main actor, so the two that are called for each case, where that
// would cost as much as the case, are Swift functions.

extension BundleTable {
    /// Looks for a case's descriptor.
    ///
    /// Immutable, and called on the main thread only.
    private nonisolated(unsafe) static let getCase: (BundleExporter?, UInt32, UInt32) -> UnsafePointer<testkit_case>? =
        {
            let isolated: @MainActor (BundleExporter?, UInt32, UInt32) -> UnsafePointer<testkit_case>? = {
                $0?.caseDescriptor(Int($1), Int($2))
            }
            return unsafeBitCast(isolated, to: ((BundleExporter?, UInt32, UInt32) -> UnsafePointer<testkit_case>?).self)
        }()

    /// Runs a case.
    ///
    /// Immutable, and called on the main thread only.
    private nonisolated(unsafe) static let runCase:
        (BundleExporter?, UInt64, UInt32, UInt32, UInt32, UInt32) -> UInt32 = {
            let isolated: @MainActor (BundleExporter?, UInt64, UInt32, UInt32, UInt32, UInt32) -> UInt32 = {
                $0?.runCase($1, Int($2), Int($3), Int($4), $5).rawValue ?? TESTKIT_FAILED.rawValue
            }
            return unsafeBitCast(
                isolated, to: ((BundleExporter?, UInt64, UInt32, UInt32, UInt32, UInt32) -> UInt32).self)
        }()
}

extension BundleTable {
    /// The struct.
    private typealias Bundle = UnsafePointer<testkit_bundle>?

    /// A function that the host calls on the main thread, as the contract has it.
    ///
    /// The contract's types cannot say so; those of the functions below do. What lies between costs nothing.
    nonisolated static func function<Isolated, Contract>(_ isolated: Isolated) -> Contract {
        unsafeBitCast(isolated, to: Contract.self)
    }

    /// Adds the functions that describe the bundle.
    private nonisolated static func addDescriptions(to table: inout testkit_bundle) {
        let connect: @MainActor @convention(c) (Bundle, UnsafePointer<testkit_host>?) -> UnsafePointer<CChar>? = {
            BundleTable.exporter(behind: $0)?.connect($1)
        }
        let classCount: @MainActor @convention(c) (Bundle) -> UInt32 = {
            UInt32(BundleTable.exporter(behind: $0)?.classCount ?? 0)
        }
        let getClass: @MainActor @convention(c) (Bundle, UInt32) -> UnsafePointer<testkit_class>? = {
            BundleTable.exporter(behind: $0)?.classDescriptor(Int($1))
        }
        let caseSupport: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32) -> UInt32 = {
            BundleTable.exporter(behind: $0)?.caseSupport(Int($1), Int($2), Int($3)).rawValue ?? 0
        }
        table.connect = function(connect)
        table.class_count = function(classCount)
        table.get_class = function(getClass)
        table.get_case = { BundleTable.getCase(BundleTable.exporter(behind: $0), $1, $2) }
        table.case_support = function(caseSupport)
    }

    /// Adds the functions for examples.
    private nonisolated static func addExamples(to table: inout testkit_bundle) {
        let count: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32) -> UInt32 = {
            UInt32(BundleTable.exporter(behind: $0)?.exampleCount(Int($1), Int($2), Int($3)) ?? 0)
        }
        let name: @MainActor @convention(c) (Bundle, UInt32, UInt32, UInt32, UInt32) -> UnsafePointer<CChar>? = {
            BundleTable.exporter(behind: $0)?.exampleName(Int($1), Int($2), Int($3), Int($4))
        }
        table.example_count = function(count)
        table.example_name = function(name)
    }

    /// Adds the functions that run the bundle.
    private nonisolated static func addRunning(to table: inout testkit_bundle) {
        let beginClass: @MainActor @convention(c) (Bundle, UInt64, UInt32) -> UInt32 = {
            BundleTable.exporter(behind: $0)?.beginClass($1, Int($2)).rawValue ?? TESTKIT_FAILED.rawValue
        }
        let endClass: @MainActor @convention(c) (Bundle, UInt64, UInt32) -> UInt32 = {
            BundleTable.exporter(behind: $0)?.endClass($1, Int($2)).rawValue ?? TESTKIT_FAILED.rawValue
        }
        // Made now: each process that is forked from here would make it again.
        _ = BundleTable.runCase
        table.begin_class = function(beginClass)
        table.run_case = { BundleTable.runCase(BundleTable.exporter(behind: $0), $1, $2, $3, $4, $5) }
        table.end_class = function(endClass)
    }

    /// Adds the function that finds extensions.
    private nonisolated static func addExtensions(to table: inout testkit_bundle) {
        let getExtension: @MainActor @convention(c) (Bundle, UnsafePointer<CChar>?) -> UnsafeRawPointer? = {
            guard let exporter = BundleTable.exporter(behind: $0), let identifier = $1 else { return nil }
            return exporter.extensionTables.named(identifier)
        }
        table.get_extension = function(getExtension)
    }
}
