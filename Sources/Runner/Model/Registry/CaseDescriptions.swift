// SPDX-License-Identifier: MIT

import RunnerSupport

/// The descriptions of the cases that have one, in the order of the cases.
///
/// Each is a stretch of bytes, which may be in a file: in a merge, there may be any number of them.
public struct CaseDescriptions: Sendable {
    /// Where a case's description is.
    private struct Entry {
        /// The case, by registry index.
        let caseIndex: Int
        /// The range of its bytes.
        let start, end: Int
    }

    /// Where the descriptions are, sorted by case.
    private var entries: SpillableArray<Entry> = []
    /// Their texts.
    private var bytes: SpillableArray<UInt8> = []

    /// Starts with the defaults.
    public init() {}

    /// How many bytes of them are in memory at most.
    public var heldSize: Int { entries.heldSize + bytes.heldSize }
    /// Why they could not be read; nil where they could.
    public var fault: SystemFault? { entries.fault ?? bytes.fault }

    /// Adds the description of a case behind all that have one.
    public mutating func append(_ description: Description, ofCase index: Int) {
        if description.isEmpty { return }
        let start = bytes.count
        var (coder, description) = (CompactCoder(), description)
        description.pass(&coder)
        bytes.append(contentsOf: coder.bytes)
        entries.append(Entry(caseIndex: index, start: start, end: bytes.count))
    }

    /// Moves those in memory to files, where they are many.
    public mutating func spill(limit: Int) throws(SystemFault) {
        try entries.spill(limit: limit)
        try bytes.spill(limit: limit)
    }

    /// The description of a case; nil if it has none.
    public subscript(index: Int) -> Description? {
        let place = entries.partitionPoint { $0.caseIndex >= index }
        guard place < entries.count, entries[place].caseIndex == index else { return nil }
        var coder = CompactCoder(reading: bytes.elements(in: entries[place].start..<entries[place].end))
        var description = Description()
        description.pass(&coder)
        return description
    }
}
