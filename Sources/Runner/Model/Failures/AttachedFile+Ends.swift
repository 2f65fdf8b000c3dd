// SPDX-License-Identifier: MIT

import RunnerSupport

/// The files of a case that attaches in a loop: the first and the last are kept, in number and in bytes.
extension AttachedFile: Reported {
    /// Its bytes on the disk.
    public var byteCount: Int { Int(clamping: size) }
    /// A thousand, 256 MB, half of that on either side.
    public static var limit: Ends<AttachedFile>.Limit {
        Ends.Limit(count: AttachmentPlace.countLimit, bytes: Int(AttachmentPlace.totalLimit))
    }
    /// The usual limit, since files take no memory.
    public static var briefLimit: Ends<AttachedFile>.Limit { limit }

    /// Returns the file unchanged.
    public func shortened(to bytes: Int) -> AttachedFile { self }

    /// Returns nil, since an issue reports the files left out.
    public static func note(leftOut count: Int, first: Int, last: Int) -> AttachedFile? { nil }
}
