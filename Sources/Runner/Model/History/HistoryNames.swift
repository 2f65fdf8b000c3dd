// SPDX-License-Identifier: MIT

/// The names of a class's tests, which the history keeps once for all runs that had the same ones.
public struct HistoryNames: Equatable, Sendable {
    /// "bundle/Module.Class".
    public var identity: String
    /// "case" or "case[example]", in the order of the class's results; nil where only some results have names.
    public var tests: [String]?
    /// The tags of each test, in the same order; empty if none has any.
    public var tags: [[String]]

    /// The hash by which runs name them.
    public var key: UInt64 {
        HistoryHash.value([identity, tests == nil ? "-" : "+"] + (tests ?? []) + tags.map(Self.text(ofTags:)))
    }

    /// The tags of a test as the key has them.
    public static func text(ofTags tags: [String]) -> String { "#" + tags.joined(separator: "\u{1F}") }

    /// The bytes of their block.
    public var bytes: [UInt8] { bytes(key: key) }

    /// The bytes of their block, with the key that runs use.
    public func bytes(key: UInt64) -> [UInt8] {
        var writer = BlockWriter()
        writer.append(key)
        writer.append(identity)
        writer.append(short: tests == nil ? 0 : 1)
        if let tests {
            writer.append(short: tests.count)
            for name in tests { writer.append(name) }
            // A block without tags ends here.
            for own in tags {
                writer.append(short: own.count)
                for tag in own { writer.append(tag) }
            }
        }
        return writer.bytes
    }

    /// Names a class and its tests; tags are for all tests or for none.
    public init(identity: String, tests: [String]?, tags: [[String]] = []) {
        (self.identity, self.tests) = (identity, tests)
        self.tags = tags.contains { !$0.isEmpty } ? tags : []
    }

    /// Reads a block; returns the names with the key that runs use.
    public static func read(_ bytes: ArraySlice<UInt8>) throws(BlockReader.Malformed) -> (
        key: UInt64, names: HistoryNames
    ) {
        var reader = BlockReader(bytes)
        let key = try reader.number()
        let identity = try reader.text()
        guard try reader.short() != 0 else { return (key, HistoryNames(identity: identity, tests: nil)) }
        var tests: [String] = []
        for _ in 0..<(try reader.count()) { tests.append(try reader.text()) }
        var tags: [[String]] = []
        if !reader.isAtEnd {
            for _ in tests {
                var own: [String] = []
                for _ in 0..<(try reader.count()) { own.append(try reader.text()) }
                tags.append(own)
            }
        }
        guard reader.isAtEnd else { throw BlockReader.Malformed() }
        return (key, HistoryNames(identity: identity, tests: tests, tags: tags))
    }

    /// The key of a block, of which no more is read.
    public static func key(of bytes: ArraySlice<UInt8>) -> UInt64? {
        var reader = BlockReader(bytes)
        return try? reader.number()
    }
}
