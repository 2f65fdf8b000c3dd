// SPDX-License-Identifier: MIT

import RunnerModel

/// The number that a linker gives to each build of a library (`--build-id`).
public enum BuildIdentifier {
    /// The kind of a segment that contains notes.
    private static let notes: UInt32 = 4
    /// The kind of the note.
    private static let kind: UInt32 = 3
    /// The owner's name in the note, "GNU".
    private static let owner: [UInt8] = [0x47, 0x4E, 0x55, 0]
    /// More bytes than any such number has, and more than all notes of a library take.
    private static let (lengthLimit, sizeLimit): (UInt64, UInt64) = (64, 1 << 16)

    /// Reads a library's; nil where it has none or is no library.
    public static func read(path: String) -> [UInt8]? {
        guard let bytes = try? FileBytes(path: path), (try? ELFImage.checkHeader(bytes)) != nil,
            let segments = try? ELFImage.segments(bytes)
        else { return nil }
        return read(bytes, segments)
    }

    /// Reads that of an open library.
    static func read(_ bytes: FileBytes, _ segments: [ELFImage.Segment]) -> [UInt8]? {
        for segment in segments where segment.kind == notes && segment.size <= sizeLimit {
            if let found = try? find(in: segment, bytes) { return found }
        }
        return nil
    }

    /// The number among a segment's notes.
    private static func find(in segment: ELFImage.Segment, _ bytes: FileBytes) throws(ELFFault) -> [UInt8]? {
        var place: UInt64 = 0
        while place + 12 <= segment.size {
            let start = segment.offset &+ place
            let nameSize = UInt64(try bytes.number(at: start, UInt32.self))
            let size = UInt64(try bytes.number(at: start &+ 4, UInt32.self))
            let isWanted = try bytes.number(at: start &+ 8, UInt32.self) == kind && nameSize == 4
            let value = start &+ 12 &+ (nameSize + 3) / 4 * 4
            if isWanted, size > 0, size <= lengthLimit, try bytes.contains(owner, at: start &+ 12) {
                var result: [UInt8] = []
                for index in 0..<size { result.append(try bytes.number(at: value &+ index, UInt8.self)) }
                return result
            }
            place += 12 + (nameSize + 3) / 4 * 4 + (size + 3) / 4 * 4
        }
        return nil
    }
}
