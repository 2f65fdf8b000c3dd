// SPDX-License-Identifier: MIT

import WorkerShims

/// A list in memory, the first part of which may be in a file: that part can be read, and no longer changed.
///
/// The lists of a run are in memory. Those of a merge, of any number of cases, call `spill()` as they grow.
public struct SpillableArray<Element: BitwiseCopyable & Sendable>: RandomAccessCollection, MutableCollection, Sendable {
    /// The elements in the file, before the others; nil for none.
    private var filed: SpilledElements<Element>?
    /// How many of them there are.
    private var filedCount = 0
    /// The elements in memory.
    private var memory: [Element] = []

    /// The bytes that a list may take before they go to a file.
    public static var spillLimit: Int { 1 << 20 }

    /// Makes an empty list.
    init() {}

    /// The first index.
    public var startIndex: Int { 0 }
    /// The index behind the last one.
    public var endIndex: Int { filedCount + memory.count }

    // The standard library's own, by the steps of any index, make a list of 60,000 cases take 8 % longer.

    /// How many elements there are.
    public var count: Int { endIndex }
    /// Whether there are none.
    public var isEmpty: Bool { endIndex == 0 }
    /// The index behind another one.
    public func index(after index: Int) -> Int { index + 1 }
    /// The index before another one.
    public func index(before index: Int) -> Int { index - 1 }
    /// Moves an index on.
    public func formIndex(after index: inout Int) { index += 1 }
    /// Moves an index back.
    public func formIndex(before index: inout Int) { index -= 1 }
    /// The index that is so many steps away.
    public func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }
    /// How many steps lead from an index to another one.
    public func distance(from start: Int, to end: Int) -> Int { end - start }

    /// How many bytes of elements are in memory at most, those included that can be read again.
    public var heldSize: Int {
        (memory.count + Swift.min(filedCount, filed?.heldLimit ?? 0)) * MemoryLayout<Element>.stride
    }

    /// Why elements could not be read; nil where they could.
    public var fault: SystemFault? { filed?.fault }

    /// An element.
    public subscript(index: Int) -> Element {
        // A getter, and no coroutine that lends it: those allocate memory for each element. A run asks for single fields of millions
        // of cases, all of them in memory; this way it copies no more than a field.
        @inline(__always)
        get { index < filedCount ? stored(index) : memory[index - filedCount] }
        _modify { yield &memory[index - filedCount] }
    }

    /// An element of the file.
    @inline(never)
    private func stored(_ index: Int) -> Element { filed?[index] ?? memory[index] }

    /// Has the processor fetch an element that is in memory.
    @inline(__always)
    public func fetch(_ index: Int) {
        guard index >= filedCount else { return }
        memory.withUnsafeBytes { memory_fetch($0.baseAddress, (index - filedCount) * MemoryLayout<Element>.stride) }
    }

    /// Some elements that are side by side.
    public func elements(in range: Range<Int>) -> ArraySlice<Element> {
        guard range.lowerBound < filedCount, let filed else {
            return memory[(range.lowerBound - filedCount)..<(range.upperBound - filedCount)]
        }
        let stored = filed[range.clamped(to: 0..<filedCount)]
        return range.upperBound <= filedCount ? stored[...] : stored + memory[..<(range.upperBound - filedCount)]
    }

    /// Adds an element.
    public mutating func append(_ element: Element) { memory.append(element) }

    /// Adds elements.
    public mutating func append(contentsOf elements: some Sequence<Element>) { memory.append(contentsOf: elements) }

    /// Takes the last elements away, which are in memory.
    public mutating func removeLast(_ count: Int) { memory.removeLast(count) }

    /// Makes room for more, twice as much as there was at least: else a thousand bundles copy everything a thousand times.
    public mutating func reserve(_ more: Int) {
        if memory.capacity - memory.count >= more { return }
        if memory.isEmpty { return memory.reservePages(more) }
        memory.reserveCapacity(Swift.max(memory.count + more, 2 * memory.capacity))
    }

    /// Moves the elements in memory to the file, where they are many.
    public mutating func spill(limit: Int = spillLimit) throws(SystemFault) {
        guard memory.count * MemoryLayout<Element>.stride > limit else { return }
        let file: SpilledElements<Element>
        if let filed { file = filed } else { file = try SpilledElements(memoryLimit: limit) }
        try file.append(memory)
        (filed, filedCount) = (file, file.count)
        memory.removeAll(keepingCapacity: true)
    }
}

extension SpillableArray: ExpressibleByArrayLiteral {
    /// Makes a list in memory.
    public init(arrayLiteral elements: Element...) { memory = elements }
}
