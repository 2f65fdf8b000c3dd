// SPDX-License-Identifier: MIT

import RunnerSupport

/// One of several parts of a run, each for a machine of its own.
///
/// A class belongs to one shard as a whole, by a hash of its identity alone: never by the seed, the selection or the
/// number of classes. So several machines that see the same bundles agree on their parts without any exchange, no case is
/// lost or doubled, and a class is set up once. `docs/ORDER.md` says how to compute it elsewhere.
///
/// Rule 29.
public struct Shard: Equatable, Sendable, CustomStringConvertible {
    /// The unit that falls to a shard as a whole.
    public enum Unit: String, CaseIterable, Sendable {
        /// A class.
        case `class`
        /// A case, where its class may be divided.
        case `case`
    }

    /// The first half of the hash's key: the letters `shard` as a big-endian number.
    ///
    /// A run with this seed orders classes by the hash that assigns them to shards, which does no harm.
    static let key: UInt64 = 0x73_6861_7264
    /// The most shards.
    public static let countLimit = 1_000_000

    /// One part of several.
    public init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    /// Reads a shard such as `2/3`; nil if the text is not one.
    public init?(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, let index = FileNumber.count.read(parts[0]),
            let count = FileNumber.count.read(parts[1]),
            (1...UInt64(Self.countLimit)).contains(count), (1...count).contains(index)
        else { return nil }
        (self.index, self.count) = (Int(index), Int(count))
    }

    /// Which of them this is, from 1.
    public let index: Int
    /// The number of parts.
    public let count: Int

    /// As it is written: `2/3`.
    public var description: String { "\(index)/\(count)" }

    /// Whether a class is in this one.
    func contains(_ identity: String) -> Bool { Self.index(of: identity, among: count) == index }

    /// The shard that a class belongs to, from 1.
    static func index(of identity: String, among count: Int) -> Int {
        Int(OrderKey(seed: key, prefix: identity).value % UInt64(count)) + 1
    }
}
