// SPDX-License-Identifier: MIT

/// The rules for the names of a case's examples.
///
/// Rule 17.
enum ExampleRules {
    /// The most examples that a case may have.
    static let countLimit = 1_000_000
    /// The most bytes that a name may have.
    static let nameLimit = ValueNames.nameLimit

    /// Returns the fault in the examples of a case, if any.
    static func fault(in examples: [Example]) -> ExampleError? {
        if examples.isEmpty { return ExampleError("the source of examples gave an empty list") }
        if examples.count > countLimit {
            return ExampleError("\(examples.count) examples; the limit is \(countLimit)")
        }
        var seen: [[UInt8]: Int] = [:]
        seen.reserveCapacity(examples.count)
        for (index, example) in examples.enumerated() {
            if let fault = fault(inNameOf: example, at: index) { return fault }
            // By bytes, as the host compares: two names that only look alike are two.
            guard let earlier = seen.updateValue(index, forKey: Array(example.name.utf8)) else { continue }
            let places = "\(examples[earlier].origin) and \(example.origin)"
            return ExampleError("two examples are named '\(example.name)': \(places)", at: example.origin)
        }
        return nil
    }

    /// Returns the fault in one name, if any.
    private static func fault(inNameOf example: Example, at index: Int) -> ExampleError? {
        if example.name.isEmpty { return ExampleError("example \(index) has no name", at: example.origin) }
        if example.name.utf8.contains(0) {
            return ExampleError("the name of example \(index) has the character U+0000 in it", at: example.origin)
        }
        guard example.name.utf8.count > nameLimit else { return nil }
        return ExampleError("the name of example \(index) is longer than \(nameLimit) bytes", at: example.origin)
    }
}
