// SPDX-License-Identifier: MIT

/// The files of a case that attaches in a loop: the first and the last are kept, in number and in bytes.
extension AttachedFile: Reported {
    /// Its bytes on the disk.
    var byteCount: Int { Int(clamping: size) }
    /// A thousand, 256 MB, half of that on either side.
    static var limit: Ends<AttachedFile>.Limit {
        Ends.Limit(count: AttachmentPlace.countLimit, bytes: Int(AttachmentPlace.totalLimit))
    }
    /// The same limit, since files take no memory.
    static var briefLimit: Ends<AttachedFile>.Limit { limit }

    /// Returns the file unchanged.
    func shortened(to bytes: Int) -> AttachedFile { self }

    /// Returns nil, since an issue reports the files left out.
    static func note(leftOut count: Int, first: Int, last: Int) -> AttachedFile? { nil }
}
