// SPDX-License-Identifier: MIT

/// The host's answer to a worker that waits for it.
enum HostAnswer: UInt8 {
    /// Go on, or try again.
    case go = 1
    /// The system refuses processes to this worker alone: give the class up.
    case giveUp = 2
}

/// A record of eight bytes on a worker's control pipe: what the worker is to do.
///
/// A worker reads one record for each unit, so what it has not read, the host can take back by reading the same pipe.
enum HostOrder: Equatable {
    /// The answer to a message.
    case answer(HostAnswer)
    /// Run a unit of the plan.
    ///
    /// With `asksForMore`, the worker sends `needsUnits` when it reads the record. With `isKept`, the host takes back nothing that follows
    /// in the pipe, so the worker may read it at once.
    case run(UInt32, asksForMore: Bool, isKept: Bool)
    /// End: there is nothing left to run.
    case leave

    /// The kinds of records, above the number of a unit.
    private enum Kind {
        /// The bits of a unit's number.
        static let mask: UInt64 = 0xFF_FFFF
        /// A unit to run.
        static let run: UInt64 = 4 << 24
        /// The end.
        static let leave: UInt64 = 5 << 24
        /// The bits of the kind.
        static let bits: UInt64 = 0xF << 24
        /// Send `needsUnits`.
        static let asks: UInt64 = 1 << 28
        /// The host takes back none of the orders that follow.
        static let kept: UInt64 = 1 << 29
    }

    /// The order with the worker's mark, by which the worker recognises it: a bundle may replace the pipe.
    func encoded(mark: UInt32) -> UInt64 {
        let word: UInt64 =
            switch self {
            case .answer(let answer): UInt64(answer.rawValue) << 24
            case .run(let unit, let asks, let kept):
                Kind.run | UInt64(unit) & Kind.mask | (asks ? Kind.asks : 0) | (kept ? Kind.kept : 0)
            case .leave: Kind.leave
            }
        return UInt64(mark) << 32 | word
    }

    /// Reads a record; nil if it is no such worker's.
    init?(_ record: UInt64, mark: UInt32) {
        guard record >> 32 == UInt64(mark) else { return nil }
        switch record & Kind.bits {
        case Kind.run:
            self = .run(
                UInt32(record & Kind.mask), asksForMore: record & Kind.asks != 0, isKept: record & Kind.kept != 0)
        case Kind.leave: self = .leave
        case let kind:
            guard let answer = HostAnswer(rawValue: UInt8(kind >> 24)) else { return nil }
            self = .answer(answer)
        }
    }
}
