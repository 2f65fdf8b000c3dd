// SPDX-License-Identifier: MIT

import WorkerShims

/// A list in memory, the first part of which may be in a file: that part can be read, and no longer changed.
///
/// The lists of a run are in memory. Those of a merge, of any number of cases, call `spill()` as they grow.
package struct SpillableArray<Element: BitwiseCopyable & Sendable>: RandomAccessCollection, MutableCollection, Sendable
{
    /// The elements in the file, before the others; nil for none.
    private var filed: SpilledElements<Element>?
    /// How many of them there are.
    private var filedCount = 0
    /// The elements in memory.
    private var memory: [Element] = []

    /// The bytes that a list may take before they go to a file.
    package static var spillLimit: Int { 1 << 20 }

    /// Makes an empty list.
    init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { filedCount + memory.count }

    // The standard library's own, by the steps of any index, are not specialized here: a third of the time of a run of quick cases.
    package var count: Int { endIndex }
    package var isEmpty: Bool { endIndex == 0 }
    package func index(after index: Int) -> Int { index + 1 }
    package func index(before index: Int) -> Int { index - 1 }
    package func formIndex(after index: inout Int) { index += 1 }
    package func formIndex(before index: inout Int) { index -= 1 }
    package func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }
    package func distance(from start: Int, to end: Int) -> Int { end - start }

    /// How many bytes of elements are in memory at most, those included that can be read again.
    package var heldSize: Int {
        (memory.count + Swift.min(filedCount, filed?.heldLimit ?? 0)) * MemoryLayout<Element>.stride
    }

    /// Why elements could not be read; nil where they could.
    package var fault: SystemFault? { filed?.fault }

    package subscript(index: Int) -> Element {
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
    package func fetch(_ index: Int) {
        guard index >= filedCount else { return }
        memory.withUnsafeBytes { memory_fetch($0.baseAddress, (index - filedCount) * MemoryLayout<Element>.stride) }
    }

    /// Some elements that are side by side.
    package func elements(in range: Range<Int>) -> ArraySlice<Element> {
        guard range.lowerBound < filedCount, let filed else {
            return memory[(range.lowerBound - filedCount)..<(range.upperBound - filedCount)]
        }
        let stored = filed[range.clamped(to: 0..<filedCount)]
        return range.upperBound <= filedCount ? stored[...] : stored + memory[..<(range.upperBound - filedCount)]
    }

    /// Adds an element.
    package mutating func append(_ element: Element) { memory.append(element) }

    /// Adds elements.
    package mutating func append(contentsOf elements: some Sequence<Element>) { memory.append(contentsOf: elements) }

    /// Takes the last elements away, which are in memory.
    package mutating func removeLast(_ count: Int) { memory.removeLast(count) }

    /// Makes room for more, twice as much as there was at least: else a thousand bundles copy everything a thousand times.
    package mutating func reserve(_ more: Int) {
        if memory.capacity - memory.count >= more { return }
        memory.reserveCapacity(Swift.max(memory.count + more, 2 * memory.capacity))
    }

    /// Moves the elements in memory to the file, where they are many.
    package mutating func spill(limit: Int = spillLimit) throws(SystemFault) {
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
    package init(arrayLiteral elements: Element...) { memory = elements }
}
