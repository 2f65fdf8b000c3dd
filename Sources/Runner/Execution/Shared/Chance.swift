// SPDX-License-Identifier: MIT

/// The division between chance and the seed (`--chance`).
///
/// The order is always the seed's. `docs/ORDER.md` has the keys and golden values.
struct Chance: Equatable, Sendable {
    /// The source of a choice.
    enum Source: String, CaseIterable, Sendable {
        /// The seed, so that a run with the same seed makes the same choice.
        case seeded
        /// The system, anew in each process.
        case system
    }

    /// The order of sets and dictionaries.
    var hashing = Source.seeded
    /// The numbers that Swift's system generator gives cases.
    ///
    /// The system's by default: runs by one seed side by side must not share ports and names.
    var random = Source.system

    /// The defaults.
    init() {}

    /// Reads `hashing=system,random=seeded`; a part that is not named has its default.
    init(_ text: String, _ option: String) throws(UsageError) {
        self = try ChanceChoice(text, option).applied(to: Chance())
    }

    /// The second half of the keys below: "2tiktset", that is "testkit2" read as a big-endian number.
    ///
    /// Differs from that of the order, so that the keys are independent.
    static let domain: UInt64 = 0x7465_7374_6b69_7432

    /// The key of a seed for some purpose: SipHash-2-4 by (seed, domain) of its name.
    private static func key(_ seed: UInt64, _ purpose: String.UTF8View) -> UInt64 {
        var hash = SipHash24(k0: seed, k1: domain)
        hash.append(purpose)
        return hash.finalized()
    }

    /// The two words by which Swift's `Hasher` works in a run.
    static func hashingKey(seed: UInt64) -> (first: UInt64, second: UInt64) {
        (key(seed, "hashing/0".utf8), key(seed, "hashing/1".utf8))
    }

    /// The key of a class's or a case's stream of random numbers in one of its attempts, the first being 0.
    static func streamKey(seed: UInt64, identity: String, attempt: UInt32) -> UInt64 {
        key(seed, identity.utf8) &+ UInt64(attempt)
    }

    /// The position of the stream for a part of a class's or a case's life.
    ///
    /// The output function of SplitMix64 spreads the parts over its cycle: no two share a stretch that anybody will draw.
    static func streamState(key: UInt64, phase: UInt32) -> UInt64 {
        var word = key &+ UInt64(phase) &* 0x9e37_79b9_7f4a_7c15
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }
}
