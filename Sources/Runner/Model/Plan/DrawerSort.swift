// SPDX-License-Identifier: MIT

/// Sorts elements by keys that are spread evenly, as hashes are.
///
/// There are as many drawers as elements, each for a piece of the keys' range. Most get one or two elements, so that little is left to
/// compare. A tenth of what a start with many cases took was a sort that compares all. Where keys are not spread, that is what remains.
struct DrawerSort {
    /// Where each drawer's elements end; kept for the next sort.
    private var ends: [Int] = []

    /// The most elements of a drawer that are put in order one by one.
    private static let few = 16

    /// Sorts; `precedes` must agree with `key` where two keys differ.
    mutating func sort<Element>(
        _ elements: inout [Element], key: (Element) -> UInt64, by precedes: (Element, Element) -> Bool
    ) {
        let count = elements.count
        if count < 2 { return }
        func drawer(_ element: Element) -> Int { Int(key(element).multipliedFullWidth(by: UInt64(count)).high) }
        ends.removeAll(keepingCapacity: true)
        ends.append(contentsOf: repeatElement(0, count: count))
        for element in elements { ends[drawer(element)] += 1 }
        var start = 0
        for index in ends.indices { (ends[index], start) = (start, start + ends[index]) }
        elements = [Element](unsafeUninitializedCapacity: count) { sorted, initialized in
            for element in elements {
                let place = drawer(element)
                sorted.initializeElement(at: ends[place], to: element)
                ends[place] += 1
            }
            initialized = count
            var start = 0
            for end in ends {
                if end - start > 1 { Self.settle(&sorted, start..<end, precedes) }
                start = end
            }
        }
    }

    /// Puts the elements of one drawer in order.
    private static func settle<Element>(
        _ elements: inout UnsafeMutableBufferPointer<Element>, _ range: Range<Int>,
        _ precedes: (Element, Element) -> Bool
    ) {
        if range.count > few { return elements[range].sort { precedes($0, $1) } }
        for next in range.dropFirst() {
            let element = elements[next]
            var place = next
            while place > range.lowerBound, precedes(element, elements[place - 1]) {
                elements[place] = elements[place - 1]
                place -= 1
            }
            elements[place] = element
        }
    }
}
