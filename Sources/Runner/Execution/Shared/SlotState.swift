// SPDX-License-Identifier: MIT

import WorkerShims

/// How far a case, or a class's set-up or tear-down, has come, as `run_table.h` numbers it.
enum SlotState: CaseIterable {
    /// It has not begun.
    case waiting
    /// It runs.
    case running
    /// Everything held.
    case passed
    /// Something did not hold.
    case failed
    /// It said that it should not run.
    case skipped
    /// The bundle returned a status that the ABI does not know.
    case invalid
    /// Its worker died or was killed in it.
    case lost
    /// Its class never began.
    case notRun
    /// It took longer than its limit and came back.
    case overdue

    /// The number in the table.
    private var number: slot_state {
        switch self {
        case .waiting: SLOT_WAITING
        case .running: SLOT_RUNNING
        case .passed: SLOT_PASSED
        case .failed: SLOT_FAILED
        case .skipped: SLOT_SKIPPED
        case .invalid: SLOT_INVALID
        case .lost: SLOT_LOST
        case .notRun: SLOT_NOT_RUN
        case .overdue: SLOT_OVERDUE
        }
    }

    /// Whether nothing more becomes of it.
    var isFinal: Bool { self != .waiting && self != .running }

    /// Whether it counts as a failure, of a test or of its worker.
    var isFailure: Bool { self == .failed || self == .invalid || self == .lost || self == .overdue }
}

extension SlotState: RawRepresentable {
    var rawValue: UInt32 { number.rawValue }

    /// Reads the number; nil if it is none of a state's.
    init?(rawValue: UInt32) {
        switch slot_state(rawValue) {
        case SLOT_WAITING: self = .waiting
        case SLOT_RUNNING: self = .running
        case SLOT_PASSED: self = .passed
        case SLOT_FAILED: self = .failed
        case SLOT_SKIPPED: self = .skipped
        case SLOT_INVALID: self = .invalid
        case SLOT_LOST: self = .lost
        case SLOT_NOT_RUN: self = .notRun
        case SLOT_OVERDUE: self = .overdue
        default: return nil
        }
    }
}
