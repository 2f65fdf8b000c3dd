// SPDX-License-Identifier: MIT

import BundleABI

/// The random numbers of a case, which the run's seed decides: another run with the same seed draws the same.
///
///     let order = Order.random(using: &randomNumberGenerator)
///
/// Each case, and each set-up and tear-down, has a stream of its own. It depends on the seed, the identity of the case, the hook
/// and the attempt, but not on the order or on what else runs. `docs/ORDER.md` has the algorithm, with golden values.
///
/// Copies draw from the same stream, on any thread: give a copy to threads and tasks that the case starts. If several draw at the
/// same time, chance decides which of them gets which number.
///
/// Rule 57.
public struct CaseRandomNumberGenerator: RandomNumberGenerator, Sendable {
    /// The stream.
    private let stream: RandomStream

    /// Draws from a stream.
    init(_ stream: RandomStream) { self.stream = stream }

    /// Returns the next number.
    public func next() -> UInt64 { stream.next() }

    /// The generator of the code that runs on this thread.
    static var current: CaseRandomNumberGenerator {
        guard let activity = Activity.current, let found = activity.host.stream(of: activity.identifier) else {
            return CaseRandomNumberGenerator(.ofNobody)
        }
        let stream = activity.withExtras { extras in
            if let known = extras.streams.first(where: { $0.phase == found.phase }) { return known.stream }
            let stream = RandomStream(from: found.state)
            extras.streams.append((found.phase, stream))
            return stream
        }
        return CaseRandomNumberGenerator(stream)
    }
}

extension TestCase {
    /// The random numbers of the running case, set-up or tear-down, which the run's seed decides.
    ///
    /// The setter allows `&randomNumberGenerator`, and has no effect.
    public final var randomNumberGenerator: CaseRandomNumberGenerator {
        get { .current }
        set {}
    }
}

/// A stream of random numbers that any thread may draw from: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
final class RandomStream: Sendable {
    /// The increment of the state for each number.
    private static let step: UInt = 0x9e37_79b9_7f4a_7c15
    /// The stream of code that belongs to no case: it begins at the seed.
    static let ofNobody = RandomStream(from: HostConnection.current?.host.pointee.seed ?? 0)

    /// The state before the next number; written by each draw.
    private let state: Atomic

    /// Begins at a state.
    init(from state: UInt64) { self.state = Atomic(UInt(state)) }

    /// Returns the next number.
    func next() -> UInt64 {
        var word = UInt64(state.add(Self.step))
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }
}
