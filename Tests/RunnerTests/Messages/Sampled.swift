// SPDX-License-Identifier: MIT

/// An enumeration of messages of which the approved text has every case.
protocol Sampled {
    /// Returns values of the case behind a value's: of the first case behind nil, and none behind the last.
    ///
    /// A new case does not compile until it has its place among the others.
    static func samples(after value: Self?) -> [Self]
}

extension Sampled {
    /// The values of all cases.
    static var samples: [Self] { chained(samples(after:)) }
}

/// Returns all values of which each group follows the last one of another.
func chained<Value>(_ group: (_ after: Value?) -> [Value]) -> [Value] {
    var (all, next) = ([Value](), group(nil))
    while let last = next.last {
        all += next
        next = group(last)
    }
    return all
}
