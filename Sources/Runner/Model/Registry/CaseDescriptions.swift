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

    /// Stands between a title and links: no byte of UTF-8.
    private static let separator: UInt8 = 0xFF
    /// Stands before each part of a foreign identity: no byte of UTF-8 either.
    private static let mark: UInt8 = 0xFE

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
        bytes.append(contentsOf: description.title.utf8)
        for link in description.links {
            bytes.append(Self.separator)
            bytes.append(contentsOf: link.utf8)
        }
        if let identity = description.identity {
            for part in [identity.text, identity.fileID, String(identity.line), String(identity.column)] {
                bytes.append(Self.mark)
                bytes.append(contentsOf: part.utf8)
            }
            // Two more parts, where there is something to say.
            let lists = [identity.comments, identity.parameters]
            for texts in lists where lists.contains(where: { !$0.isEmpty }) {
                bytes.append(Self.mark)
                for text in texts {
                    bytes.append(Self.separator)
                    bytes.append(contentsOf: text.utf8)
                }
            }
        }
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
        let stretch = entries[place].start..<entries[place].end
        let sections = bytes.elements(in: stretch).split(separator: Self.mark, omittingEmptySubsequences: false)
        let parts = Self.texts(of: sections[0])
        var description = Description(title: parts[0], links: Array(parts.dropFirst()))
        if sections.count >= 5 {
            let texts = sections[1...4].map { String(decoding: $0, as: UTF8.self) }
            let hasLists = sections.count == 7
            description.identity = ForeignIdentity(
                text: texts[0], fileID: texts[1], line: UInt32(texts[2]) ?? 0, column: UInt32(texts[3]) ?? 0,
                comments: hasLists ? Array(Self.texts(of: sections[5]).dropFirst()) : [],
                parameters: hasLists ? Array(Self.texts(of: sections[6]).dropFirst()) : [])
        }
        return description
    }

    /// Some texts with a separator between two; one at least.
    private static func texts(of bytes: ArraySlice<UInt8>) -> [String] {
        bytes.split(separator: separator, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}
