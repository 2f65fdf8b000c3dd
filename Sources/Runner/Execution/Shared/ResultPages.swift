// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// The pages of one worker: its record, the trace of its crash, and its results.
///
/// The host maps them before it forks the worker, and no process that it forks later has them. So a bundle can write over what its own
/// worker says, and no other.
///
/// Rule 48.
struct ResultPages: Equatable {
    /// The worker's record, with which they begin.
    let record: UnsafeMutablePointer<worker_record>
    /// The memory to which the worker writes the stack of a crash.
    let trace: UnsafeMutablePointer<crash_trace>
    /// Its result of each class in the plan.
    let units: UnsafeMutablePointer<run_unit>
    /// Its result of each case in the plan.
    let slots: UnsafeMutablePointer<run_slot>

    /// Where these begin, and where the last ends, in bytes; each has cache lines of its own.
    private static let traceStart = (MemoryLayout<worker_record>.size + 63) & ~63
    private static let unitsStart = (traceStart + MemoryLayout<crash_trace>.size + 63) & ~63
    private static let slotsStart = (unitsStart + RunTable.unitCapacity * MemoryLayout<run_unit>.stride + 63) & ~63
    private static let size = slotsStart + RunTable.slotCapacity * MemoryLayout<run_slot>.stride

    /// Maps pages of zeros for a worker.
    init() throws(SystemFault) { try self.init(at: worker_shared_memory(Self.size)) }

    /// Maps pages that belong to no worker and that no other process has.
    static func ofNobody() throws(SystemFault) -> ResultPages {
        let (access, kind) = (PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)
        let base = mmap(nil, size, access, kind, -1, 0)
        return try ResultPages(at: base == MAP_FAILED ? nil : base)
    }

    /// Divides some memory.
    private init(at base: UnsafeMutableRawPointer?) throws(SystemFault) {
        guard let base else { throw SystemFault("failed to map \(Self.size >> 20) MB of address space for a worker") }
        record = base.assumingMemoryBound(to: worker_record.self)
        trace = (base + Self.traceStart).assumingMemoryBound(to: crash_trace.self)
        units = (base + Self.unitsStart).assumingMemoryBound(to: run_unit.self)
        slots = (base + Self.slotsStart).assumingMemoryBound(to: run_slot.self)
    }

    /// Has no process inherit them that is forked from now on.
    func hide() { worker_keep_from_forks(record, Self.size) }

    /// Frees them.
    func unmap() { munmap(record, Self.size) }
}
