// SPDX-License-Identifier: MIT

import RunnerSupport

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
        var writer = CompactWriter()
        writer.add(fixed: key)
        writer.add(identity)
        writer.add(tests == nil ? 0 : 1)
        if let tests {
            writer.add(tests)
            // A block without tags ends here.
            for own in tags { writer.add(own) }
        }
        return writer.bytes
    }

    /// Names a class and its tests; tags are for all tests or for none.
    public init(identity: String, tests: [String]?, tags: [[String]] = []) {
        (self.identity, self.tests) = (identity, tests)
        self.tags = tags.contains { !$0.isEmpty } ? tags : []
    }

    /// Reads a block; returns the names with the key that runs use, nil for what no writer can have written.
    public static func read(_ bytes: ArraySlice<UInt8>) -> (key: UInt64, names: HistoryNames)? {
        var reader = CompactReader(bytes)
        let (key, identity, hasTests) = (reader.fixed(), reader.text(), reader.number() != 0)
        let tests = hasTests ? reader.list { $0.text() } : nil
        let tags = reader.isAtEnd ? [] : (tests ?? []).map { _ in reader.list { $0.text() } }
        return reader.isComplete ? (key, HistoryNames(identity: identity, tests: tests, tags: tags)) : nil
    }

    /// The key of a block, of which no more is read.
    public static func key(of bytes: ArraySlice<UInt8>) -> UInt64 {
        var reader = CompactReader(bytes)
        return reader.fixed()
    }
}
