// SPDX-License-Identifier: MIT

import RunnerModel

/// The numbers that the functions of an image have in a record: each is looked up once, not once for each test.
struct EntryNumbers {
    /// The image.
    private let image: AffectedImage
    /// The numbers found so far; the inner nil is for a function that no record has.
    private var known: [Int??]

    /// Knows no number yet.
    init(_ image: AffectedImage) {
        self.image = image
        known = Array(repeating: nil, count: image.fingerprints.functions.count)
    }

    /// The numbers of the functions that a test has entered.
    mutating func entered(by test: Int, in record: inout ReachRecord) -> [Int] {
        var result: [Int] = []
        for place in image.entered(by: test) {
            if known[place] == nil { known[place] = .some(image.recorded(place).map { record.number(of: $0) }) }
            if let number = known[place] ?? nil { result.append(number) }
        }
        return result
    }
}
