// SPDX-License-Identifier: MIT

import RunnerSupport

/// The blocks of a file of the history: each has a mark, its length and a hash of its bytes before them.
///
/// A block that was written in part, or overwritten, is passed over, and the next mark is looked for.
public struct HistoryBlocks {
    /// The mark before a block.
    private static let mark: [UInt8] = [0x1D, 0x54, 0x4B, 0x1E]
    /// The number of bytes before the content of a block: the mark, the length, the hash.
    private static let headSize = 16

    /// The blocks whose bytes are as they were written.
    public private(set) var all: [ArraySlice<UInt8>] = []
    /// The number of bytes that were passed over.
    public private(set) var lost = 0

    /// A block as it is in a file.
    public static func framed(_ bytes: [UInt8]) -> [UInt8] {
        var (coder, count, hash) = (CompactCoder(), UInt32(bytes.count), HistoryHash.value(bytes[...]))
        coder.pass(fixed: &count)
        coder.pass(fixed: &hash)
        return mark + coder.bytes + bytes
    }

    /// Finds the blocks in some bytes.
    public init(_ bytes: ArraySlice<UInt8>) {
        var place = bytes.startIndex
        while place < bytes.endIndex {
            if let block = Self.block(at: place, in: bytes) {
                all.append(block)
                place = block.endIndex
            } else {
                let next = Self.nextMark(after: place, in: bytes)
                lost += next - place
                place = next
            }
        }
    }

    /// The block that begins at a place; nil if none does that is as it was written.
    private static func block(at place: Int, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.endIndex - place >= headSize, bytes[place..<place + mark.count].elementsEqual(mark) else {
            return nil
        }
        var (coder, count, hash) = (CompactCoder(reading: bytes[(place + mark.count)...]), UInt32(0), UInt64(0))
        coder.pass(fixed: &count)
        coder.pass(fixed: &hash)
        guard Int(count) <= bytes.endIndex - place - headSize else { return nil }
        let block = bytes[(place + headSize)...].prefix(Int(count))
        return HistoryHash.value(block) == hash ? block : nil
    }

    /// The place of the next mark after a place, or the end.
    private static func nextMark(after place: Int, in bytes: ArraySlice<UInt8>) -> Int {
        var place = place + 1
        while place < bytes.endIndex {
            guard let found = bytes[place...].firstIndex(of: mark[0]) else { return bytes.endIndex }
            if bytes[found...].starts(with: mark) { return found }
            place = found + 1
        }
        return bytes.endIndex
    }
}
