// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// The current step of the process that lists tests, in memory that it shares with its parent.
struct ListingMark: Sendable {
    /// A piece of the suite's code that the listing runs.
    enum Step: Hashable {
        /// The creation of a record's test or suite: its traits, and the globals that they use.
        case making(Int)
        /// The reading of a test's arguments, by the test's record.
        case reading(Int)
    }

    /// The record, doubled, and 1 for arguments; -1 while no code of the suite runs.
    private nonisolated(unsafe) let place: UnsafeMutablePointer<Int>

    /// Takes a page to share with processes that are forked from here.
    init() throws {
        let size = MemoryLayout<Int>.size
        guard let shared = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0),
            shared != MAP_FAILED
        else { throw ELFFile.Fault(reason: "no memory for a listing of Swift Testing's tests") }
        place = shared.assumingMemoryBound(to: Int.self)
        step = nil
    }

    /// Gives the page back.
    func free() { munmap(place, MemoryLayout<Int>.size) }

    /// The running step.
    var step: Step? {
        get {
            let value = place.pointee
            if value < 0 { return nil }
            return value & 1 == 0 ? .making(value >> 1) : .reading(value >> 1)
        }
        nonmutating set {
            switch newValue {
            case nil: place.pointee = -1
            case .making(let record): place.pointee = record << 1
            case .reading(let record): place.pointee = record << 1 | 1
            }
        }
    }
}
