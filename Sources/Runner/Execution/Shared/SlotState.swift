// SPDX-License-Identifier: MIT

import WorkerShims

/// The state of a case, a class's set-up or a tear-down, as `run_table.h` numbers it.
enum SlotState: CaseIterable {
    /// It has not begun.
    case waiting
    /// It is running.
    case running
    /// Everything held.
    case passed
    /// Something was not true.
    case failed
    /// It was skipped by its own code.
    case skipped
    /// The bundle returned an unknown status.
    case invalid
    /// Its worker died or was killed in it.
    case lost
    /// Its class never began.
    case notRun
    /// It returned after its limit.
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

    /// Whether it is final.
    var isFinal: Bool { self != .waiting && self != .running }

    /// Whether it counts as a failure, of a test or of its worker.
    var isFailure: Bool { self == .failed || self == .invalid || self == .lost || self == .overdue }
}

extension SlotState: RawRepresentable {
    var rawValue: UInt32 { number.rawValue }

    /// Reads the number; nil if it is not a state's.
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
