// SPDX-License-Identifier: MIT

/// Values of single bundles, by file index.
///
/// No dictionary: the host fills it, and a worker with a hash seed of its own reads it after the fork, where a dictionary finds nothing.
public struct ByBundle<Value> {
    /// The values of the first so many bundles; nil for one that has none.
    private var values: [Value?] = []

    /// The value of a bundle.
    public subscript(bundle: Int) -> Value? {
        get { values.indices.contains(bundle) ? values[bundle] : nil }
        set {
            while values.count <= bundle { values.append(nil) }
            values[bundle] = newValue
        }
    }

    /// The value of a bundle, or another one where it has none.
    public subscript(bundle: Int, default other: @autoclosure () -> Value) -> Value {
        get { self[bundle] ?? other() }
        _modify {
            var own = self[bundle] ?? other()
            self[bundle] = nil
            defer { self[bundle] = own }
            yield &own
        }
    }

    /// Whether no bundle has any.
    public var isEmpty: Bool { values.isEmpty }

    /// The values that there are, with the bundles' file indices.
    public var all: [(bundle: Int, value: Value)] {
        values.enumerated().compactMap { bundle, own in own.map { (bundle, $0) } }
    }
}

extension ByBundle: Sendable where Value: Sendable {}

extension ByBundle: ExpressibleByDictionaryLiteral {
    /// Takes some bundles' values.
    public init(dictionaryLiteral elements: (Int, Value)...) { for (bundle, own) in elements { self[bundle] = own } }
}
