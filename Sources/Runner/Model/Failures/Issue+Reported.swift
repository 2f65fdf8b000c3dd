// SPDX-License-Identifier: MIT

import RunnerSupport

/// The issues of a case that reports in a loop.
extension Issue: Reported {
    /// The bytes of its texts, and what else it takes.
    public var byteCount: Int {
        [finding, call, details, comment, file, record].reduce(64) { $0 + ($1?.utf8.count ?? 0) }
    }
    /// Two hundred, four megabytes on either side: one of the longest that a worker sends.
    public static var limit: Ends<Issue>.Limit { Ends.Limit(count: 100, bytes: 4 << 20) }
    /// Enough to see the first and the last issues.
    public static var briefLimit: Ends<Issue>.Limit { Ends.Limit(count: 10, bytes: 16 << 10, text: 1 << 10) }

    /// With the beginnings of its texts.
    public func shortened(to bytes: Int) -> Issue {
        var copy = self
        (copy.finding, copy.call) = (finding.shortened(to: bytes), call?.shortened(to: bytes))
        copy.details = details?.shortened(to: bytes)
        copy.comment = comment?.shortened(to: bytes)
        copy.record = nil
        return copy
    }

    /// Returns the issue between the first and the last; a warning, since the others already fail the case.
    public static func note(leftOut count: Int, first: Int, last: Int) -> Issue? {
        let what = Count.text(count, "issue")
        return Issue(kind: .warning, message: "\(what) left out; the first \(first) and the last \(last) are kept")
    }
}
