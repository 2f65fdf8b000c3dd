// SPDX-License-Identifier: MIT

/// A stretch of a file whose lines report the cases of one class; others may be between them.
struct PlanStretch {
    /// The file, among all.
    let file: Int
    /// Where in the file, from the beginning of a line to the end of one.
    private(set) var bytes: Range<Int>

    /// How many bytes of other lines may be between two lines of a class: they are read twice.
    private static let gapLimit = 1024

    /// Makes a stretch.
    init(file: Int, bytes: Range<Int>) { (self.file, self.bytes) = (file, bytes) }

    /// Takes in one that comes soon after it; false where that is too far away.
    mutating func extend(to other: PlanStretch) -> Bool {
        let gap = other.bytes.lowerBound - bytes.upperBound
        guard other.file == file, (0...Self.gapLimit).contains(gap) else { return false }
        bytes = bytes.lowerBound..<other.bytes.upperBound
        return true
    }
}
