// SPDX-License-Identifier: MIT

/// A parameterised case, or a suite of its examples, with the suites in it: "s1/inner/one" is in the suite `inner` of `s1`.
struct ExampleSuite: Equatable {
    /// The name.
    let name: String
    /// The number of examples, those of its suites included.
    private(set) var count = 0
    /// The suites in it, in the order of the examples.
    private(set) var suites: [ExampleSuite] = []

    /// A case, or a suite, with some examples.
    init(_ name: String, of examples: [String] = []) {
        self.name = name
        for example in examples { add(example.split(separator: "/", omittingEmptySubsequences: false).dropLast()) }
    }

    /// Counts an example that is in the suites of a path.
    private mutating func add(_ path: ArraySlice<Substring>) {
        count += 1
        guard let first = path.first else { return }
        let place = suites.firstIndex { $0.name == first } ?? suites.count
        if place == suites.count { suites.append(ExampleSuite(String(first))) }
        suites[place].add(path.dropFirst())
    }
}
