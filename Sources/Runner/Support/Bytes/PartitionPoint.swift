// SPDX-License-Identifier: MIT

extension RandomAccessCollection {
    /// The first index from which on a condition is true for all elements, by bisection; `endIndex` if it is true for none.
    ///
    /// The elements are in an order in which it is true for none before those for which it is true.
    @inlinable public func partitionPoint(where holds: (Element) -> Bool) -> Index {
        var (start, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(start, offsetBy: half)
            if holds(self[middle]) {
                count = half
            } else {
                start = index(after: middle)
                count -= half + 1
            }
        }
        return start
    }
}
