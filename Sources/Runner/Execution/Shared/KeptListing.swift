// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport
import WorkerShims

/// The listings of workers, copied to the host's own memory as soon as a worker has written them.
///
/// All code of bundles can reach the shared listing: a bundle that is loaded later may empty or overwrite it.
public struct KeptListing {
    /// The records, one after the other.
    public private(set) var bytes: [UInt8] = []
    /// Their bundles.
    private(set) var files: BundleSet = []

    /// Copies what a worker has listed of the bundles that it was to open, up to the first record that makes no sense.
    mutating func take(from table: RunTable, of wanted: [Int]) {
        let listing = table.copyListing()
        let (isFirst, wanted) = (bytes.isEmpty, BundleSet(wanted))
        var (end, isWhole) = (0, true)
        var taken: [Piece] = []
        while let record = try? ListingRecord.next(in: listing, at: end) {
            if wanted.contains(record.file), files.insert(record.file) {
                taken.append(Piece(start: end, end: record.contents.upperBound))
            } else {
                isWhole = false
            }
            end = record.contents.upperBound
        }
        // The usual case, without a second copy.
        if isFirst, isWhole, end == listing.count {
            bytes = listing
        } else {
            for piece in taken { bytes += listing[piece.start..<piece.end] }
        }
    }

    /// A piece of a listing.
    ///
    /// Not a `Range<Int>`: the first array of those that a program makes has the runtime look up a conformance, which takes each
    /// start about 100,000 instructions.
    private struct Piece {
        /// Where it begins, and where it ends.
        let start, end: Int
    }

    /// Restores the shared listing for the next worker; no worker may be running.
    func restore(to table: RunTable) {
        bytes.withUnsafeBytes { table.arena.copyMemory(from: $0) }
        table.listingSize = UInt64(bytes.count)
    }
}
