// SPDX-License-Identifier: MIT

import RunnerSupport

/// The division between chance and the seed (`--chance`).
///
/// The order is always the seed's. `docs/ORDER.md` has the keys and golden values.
///
/// Rule 57.
public struct Chance: Equatable, Sendable {
    /// The source of a choice.
    public enum Source: String, CaseIterable, Sendable {
        /// The seed, so that a run with the same seed makes the same choice.
        case seeded
        /// The system, anew in each process.
        case system
    }

    /// The order of sets and dictionaries.
    public var hashing = Source.seeded
    /// The numbers that Swift's system generator gives cases.
    ///
    /// The system's by default: runs by one seed side by side must not share ports and names.
    public var random = Source.system
    /// Which of Swift's tasks runs next.
    ///
    /// The system's by default: it runs several at a time.
    public var tasks = Source.system
    /// The file that says which of the tasks of some tests runs next; nil where the seed alone decides.
    public var taskFile: String?

    /// The reason why the seed cannot decide something in a bundle.
    public enum Obstacle: UInt32, CaseIterable, Sendable {
        /// Swift's library is linked into it, with a hashing key of its own.
        case hashingLinkedIn
        /// Swift's library for tasks is linked into it.
        case tasksLinkedIn
        /// Its Swift runtime, or the processor, is none of those whose tasks the runner can schedule.
        case tasksUnknown
    }

    /// The defaults.
    public init() {}

    /// Reads `hashing=system,random=seeded`; a part that is not named has its default.
    public init(_ text: String, _ option: String) throws(UsageError) {
        self = try ChanceChoice(text, option, allowsFile: true).applied(to: Chance())
    }

    /// The second half of the keys below: "2tiktset", that is "testkit2" read as a big-endian number.
    ///
    /// Differs from that of the order, so that the keys are independent.
    private static let domain: UInt64 = 0x7465_7374_6b69_7432

    /// The key of a seed for some purpose: SipHash-2-4 by (seed, domain) of its name.
    private static func key(_ seed: UInt64, _ purpose: String.UTF8View) -> UInt64 {
        var hash = SipHash24(k0: seed, k1: domain)
        hash.append(purpose)
        return hash.finalized()
    }

    /// The two words by which Swift's `Hasher` works in a run.
    public static func hashingKey(seed: UInt64) -> (first: UInt64, second: UInt64) {
        (key(seed, "hashing/0".utf8), key(seed, "hashing/1".utf8))
    }

    /// The key of a class's streams of random numbers in its first attempt; further attempts count up from there.
    public static func streamKey(seed: UInt64, ofClass identity: String) -> UInt64 { key(seed, identity.utf8) }

    /// The key of the streams of a case by that of its class, or of an example by that of its case.
    ///
    /// The key above is secret enough: what is added is only to be different, and quick, as each case of a run pays for it.
    @inline(__always)
    public static func streamKey(below key: UInt64, name: UnsafeRawBufferPointer) -> UInt64 {
        var (key, at) = (key, 0)
        while at + 8 <= name.count {
            key = mix(key ^ UInt64(littleEndian: name.loadUnaligned(fromByteOffset: at, as: UInt64.self)))
            at += 8
        }
        if at < name.count { key = mix(key ^ lastWord(of: name, from: at)) }
        return mix(key ^ UInt64(truncatingIfNeeded: name.count))
    }

    /// The bytes of a name from a place on, fewer than eight, the first one lowest.
    @inline(__always)
    private static func lastWord(of name: UnsafeRawBufferPointer, from at: Int) -> UInt64 {
        if name.count >= 8 {
            // The last eight, less those before the place.
            let last = name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self)
            return UInt64(littleEndian: last) &>> UInt64(truncatingIfNeeded: (8 - (name.count - at)) * 8)
        }
        return name[at...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The position of the stream for a part of a class's or a case's life.
    ///
    /// `mix` spreads the parts over the cycle of SplitMix64: no two share numbers that a case will draw.
    public static func streamState(key: UInt64, phase: UInt32) -> UInt64 {
        mix(key &+ UInt64(phase) &* 0x9e37_79b9_7f4a_7c15)
    }

    /// Where the generator begins that picks the next task in a class's or a case's activity; the same in each of its attempts.
    public static func scheduleState(key: UInt64, attempt: UInt32) -> UInt64 {
        // The letters "task": no part of a life has that number.
        streamState(key: key &- UInt64(attempt), phase: 0x7461_736b)
    }

    /// Where the generator begins in a variation of that; the first one, 0, is the same.
    public static func variedState(_ state: UInt64, by variation: UInt64) -> UInt64 {
        variation == 0 ? state : mix(state ^ mix(variation))
    }

    /// The output function of SplitMix64, which maps each word to another one.
    @inline(__always)
    private static func mix(_ state: UInt64) -> UInt64 {
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }
}
