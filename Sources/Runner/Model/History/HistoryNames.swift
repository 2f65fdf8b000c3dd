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
        var (coder, names, key) = (CompactCoder(), self, key)
        names.pass(&key, &coder)
        return coder.bytes
    }

    /// Passes all of it, with the key that runs use.
    private mutating func pass(_ key: inout UInt64, _ coder: inout CompactCoder) {
        coder.pass(fixed: &key)
        coder.pass(&identity)
        coder.pass(&tests, blank: []) { $1.pass(&$0) }
        // A block without tags ends here.
        if coder.isReading { tags = coder.isAtEnd ? [] : (tests ?? []).map { _ in [] } }
        if tests != nil { for index in tags.indices { coder.pass(&tags[index]) } }
        if tags.allSatisfy(\.isEmpty) { tags = [] }
    }

    /// Names a class and its tests; tags are for all tests or for none.
    public init(identity: String, tests: [String]?, tags: [[String]] = []) {
        (self.identity, self.tests) = (identity, tests)
        self.tags = tags.contains { !$0.isEmpty } ? tags : []
    }

    /// Reads a block; returns the names with the key that runs use, nil for what no writer can have written.
    public static func read(_ bytes: ArraySlice<UInt8>) -> (key: UInt64, names: HistoryNames)? {
        var (coder, names, key) = (CompactCoder(reading: bytes), HistoryNames(identity: "", tests: nil), UInt64(0))
        names.pass(&key, &coder)
        return coder.isComplete ? (key, names) : nil
    }

    /// The key of a block, of which no more is read.
    public static func key(of bytes: ArraySlice<UInt8>) -> UInt64 {
        var (coder, key) = (CompactCoder(reading: bytes), UInt64(0))
        coder.pass(fixed: &key)
        return key
    }
}
