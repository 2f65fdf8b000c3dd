// SPDX-License-Identifier: MIT

/// The first and the last reports of a case, and the number of those between them.
///
/// So a case that reports in a loop takes a bounded piece of memory, and its reports are still read.
public struct Ends<Item> {
    /// The first ones.
    private var first: [Item] = []
    /// The last ones, in order from `start` on and then from the beginning.
    private var last: [Item] = []
    /// The index of the oldest of the last reports, in a ring.
    private var start = 0
    /// The bytes of both ends.
    private var firstSize = 0, lastSize = 0
    /// The number of items that are left out.
    private var leftOut = 0
    /// The limit of either end.
    private let limit: Limit

    /// The limit of either end, and of each item.
    public struct Limit {
        /// The number of items.
        public var count: Int
        /// The most bytes; a single item may be longer.
        public var bytes: Int
        /// The most bytes of an item's texts; nil if they are kept whole.
        public var text: Int?

        /// Makes one from its parts.
        public init(count: Int, bytes: Int, text: Int? = nil) {
            self.count = count
            self.bytes = bytes
            self.text = text
        }
    }

    /// Whether there are no items.
    public var isEmpty: Bool { first.isEmpty }

    /// The number of kept bytes.
    public var byteCount: Int { firstSize + lastSize }
}

// The constraint is on the extension: on the type, it makes the runtime look up a conformance at each launch.
extension Ends: ExpressibleByArrayLiteral where Item: Reported {
    /// Starts empty; keeps less if other activities already have much (`isMuch`).
    public init(isMuch: Bool = false) { limit = isMuch ? Item.briefLimit : Item.limit }

    /// Keeps some items.
    public init(arrayLiteral items: Item...) {
        self.init()
        for item in items { append(item) }
    }

    /// Takes the next one; returns those that are left out for it.
    @discardableResult
    public mutating func append(_ item: Item) -> [Item] {
        let item = limit.text.map(item.shortened) ?? item
        let size = item.byteCount
        let hasRoom = first.count < limit.count && firstSize + size <= limit.bytes
        if last.isEmpty, leftOut == 0, hasRoom || first.isEmpty {
            first.append(item)
            firstSize += size
            return []
        }
        var dropped: [Item] = []
        last.append(item)
        lastSize += size
        while last.count - start > limit.count || lastSize > limit.bytes && last.count - start > 1 {
            lastSize -= last[start].byteCount
            dropped.append(last[start])
            start += 1
            leftOut += 1
        }
        // Skipped elements are freed when they are as many as the kept ones.
        if start > last.count / 2 {
            last.removeFirst(start)
            start = 0
        }
        return dropped
    }

    /// The kept items in order, with a note in the place of those left out.
    public var all: [Item] {
        if last.isEmpty { return first }
        let note = leftOut == 0 ? nil : Item.note(leftOut: leftOut, first: first.count, last: last.count - start)
        return first + [note].compactMap(\.self) + Array(last[start...])
    }

    /// A sentence about the items left out; nil if there are none.
    public func sentence(_ what: String) -> String? {
        if leftOut == 0 { return nil }
        let count = Count.text(leftOut, what)
        return "\(count) left out; the first \(first.count) and the last \(last.count - start) are kept"
    }
}

/// An element of `Ends`.
public protocol Reported {
    /// Its approximate size in memory, in bytes.
    var byteCount: Int { get }
    /// The limit for one case.
    static var limit: Ends<Self>.Limit { get }
    /// The limit for one case if other cases reported much.
    static var briefLimit: Ends<Self>.Limit { get }
    /// Returns the item with its texts shortened.
    func shortened(to bytes: Int) -> Self
    /// Returns the item that represents those left out; nil if something else reports them.
    static func note(leftOut count: Int, first: Int, last: Int) -> Self?
}

extension String: Reported {
    /// Its bytes, and what else it takes.
    public var byteCount: Int { utf8.count + 32 }
    /// A thousand lines, half a megabyte on either side.
    public static var limit: Ends<String>.Limit { Ends.Limit(count: 500, bytes: 512 << 10) }
    /// Enough to see the beginning and the end.
    public static var briefLimit: Ends<String>.Limit { Ends.Limit(count: 10, bytes: 8 << 10, text: 1 << 10) }

    /// Returns its beginning, with a note about the rest.
    public func shortened(to bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        return String(decoding: utf8.prefix(bytes), as: UTF8.self) + " [cut: \(utf8.count) bytes in all]"
    }

    /// The line between the first and the last.
    public static func note(leftOut count: Int, first: Int, last: Int) -> String? {
        "[\(Count.text(count, "log entry", "log entries")) left out; the first \(first) and the last \(last) are kept]"
    }
}
