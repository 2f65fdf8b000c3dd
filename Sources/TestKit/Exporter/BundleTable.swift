// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The contract's struct of functions, with the exporter that they work on after it in the same piece of memory.
@MainActor
enum BundleTable {
    /// Where the exporter's reference is, from the struct's start.
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
        addTraits(to: &table)
        return UnsafePointer(memory.initializeMemory(as: testkit_bundle.self, to: table))
    }

    /// The exporter of a struct that `make` made; nil if there is no struct.
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

// The two functions that are called for each case have the types of their arguments written out: a call with any arguments
// takes as long as an empty case.

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

    /// Calls a function of the main actor with the exporter of a struct, and arguments.
    ///
    /// The contract's types cannot say that the host calls on the main thread; `exporter(behind:)` checks it.
    private nonisolated static func onMain<Arguments, Result>(
        _ bundle: Bundle, _ arguments: Arguments, otherwise result: Result,
        _ body: @escaping @MainActor (BundleExporter, Arguments) -> Result
    ) -> Result {
        guard let exporter = exporter(behind: bundle) else { return result }
        // The two types differ in the actor alone.
        return unsafeBitCast(body, to: ((BundleExporter, Arguments) -> Result).self)(exporter, arguments)
    }

    /// Adds the functions that describe the bundle.
    private nonisolated static func addDescriptions(to table: inout testkit_bundle) {
        table.connect = { bundle, host in
            BundleTable.onMain(bundle, (host, bundle), otherwise: nil) { exporter, given in
                let refusal = exporter.connect(given.0)
                if let bundle = given.1 {
                    BundleTable.dropUnused(of: exporter, from: UnsafeMutablePointer(mutating: bundle))
                }
                return refusal
            }
        }
        table.class_count = { BundleTable.onMain($0, (), otherwise: 0) { exporter, _ in UInt32(exporter.classCount) } }
        table.get_class = { BundleTable.onMain($0, Int($1), otherwise: nil) { $0.classDescriptor($1) } }
        table.get_case = { BundleTable.getCase(BundleTable.exporter(behind: $0), $1, $2) }
        table.case_support = {
            BundleTable.onMain($0, (Int($1), Int($2), Int($3)), otherwise: 0) {
                $0.caseSupport($1.0, $1.1, $1.2).rawValue
            }
        }
    }

    /// Adds the functions for examples.
    private nonisolated static func addExamples(to table: inout testkit_bundle) {
        table.example_count = {
            BundleTable.onMain($0, (Int($1), Int($2), Int($3)), otherwise: 0) {
                UInt32($0.exampleCount($1.0, $1.1, $1.2))
            }
        }
        table.example_name = {
            BundleTable.onMain($0, (Int($1), Int($2), Int($3), Int($4)), otherwise: nil) {
                $0.exampleName($1.0, $1.1, $1.2, $1.3)
            }
        }
    }

    /// Adds the functions that run the bundle.
    private nonisolated static func addRunning(to table: inout testkit_bundle) {
        // Made now: each process that is forked from here would make it again.
        _ = BundleTable.runCase
        table.begin_class = {
            BundleTable.onMain($0, ($1, Int($2)), otherwise: TESTKIT_FAILED) { $0.beginClass($1.0, $1.1) }.rawValue
        }
        table.run_case = { BundleTable.runCase(BundleTable.exporter(behind: $0), $1, $2, $3, $4, $5) }
        table.end_class = {
            BundleTable.onMain($0, ($1, Int($2)), otherwise: TESTKIT_FAILED) { $0.endClass($1.0, $1.1) }.rawValue
        }
        table.prepare = { BundleTable.onMain($0, (), otherwise: ()) { exporter, _ in exporter.prepare() } }
        table.class_over = { BundleTable.onMain($0, ($1, Int($2)), otherwise: ()) { $0.classOver($1.0, $1.1) } }
    }

    /// Removes the functions that would answer null for everything, so that the host need not ask for each class and case.
    ///
    /// Not before `connect`, which finds the classes of other libraries.
    private static func dropUnused(of exporter: BundleExporter, from table: UnsafeMutablePointer<testkit_bundle>) {
        if !exporter.traits.haveClassesAny { table.pointee.class_traits = nil }
        if !exporter.traits.haveCasesAny { table.pointee.case_traits = nil }
    }

    /// Adds the functions for traits and warnings.
    private nonisolated static func addTraits(to table: inout testkit_bundle) {
        table.class_traits = { BundleTable.onMain($0, Int($1), otherwise: nil) { $0.traits.ofClass($1) } }
        table.case_traits = {
            BundleTable.onMain($0, (Int($1), Int($2), Int($3)), otherwise: nil) {
                $0.traits.ofCase($1.2, of: $1.1, in: $1.0)
            }
        }
        table.build_warning = {
            BundleTable.onMain($0, Int($1), otherwise: nil) { exporter, index in
                let all = exporter.collector.warnings
                return all.indices.contains(index) ? all[index].descriptor : nil
            }
        }
    }
}
