// SPDX-License-Identifier: MIT

/// A worker's current task for the plan, as the 64-bit number that the ABI passes to a bundle and back.
enum Activity: Equatable, Sendable {
    /// Beginning the class of a unit.
    case begin(unit: UInt32)
    /// Running the case of a slot.
    case run(slot: UInt32)
    /// Ending the class of a unit.
    case end(unit: UInt32)

    /// The number: the kind above, the index below.
    ///
    /// Never `TESTKIT_NO_ACTIVITY`.
    var number: UInt64 {
        switch self {
        case .begin(let unit): 1 << 32 | UInt64(unit)
        case .run(let slot): 2 << 32 | UInt64(slot)
        case .end(let unit): 3 << 32 | UInt64(unit)
        }
    }

    /// Reads the number back; nil if no activity has it.
    init?(number: UInt64) {
        let index = UInt32(truncatingIfNeeded: number)
        switch number >> 32 {
        case 1: self = .begin(unit: index)
        case 2: self = .run(slot: index)
        case 3: self = .end(unit: index)
        default: return nil
        }
    }
}
