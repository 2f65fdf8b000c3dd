// SPDX-License-Identifier: MIT

import RunnerSupport

/// The time of a run that recorded what its tests use, compared with one that did not; times are in nanoseconds.
enum RecordingPrice {
    /// The line for the summary.
    static func line(_ duration: UInt64, plain: UInt64?) -> String {
        let head = "recorded what each test uses, in \(DurationText.text(duration))"
        guard let plain, plain > 0 else {
            return "\(head); no earlier run shows the time without recording (docs/Affected.md)"
        }
        return "\(head): \(times(duration, plain)) times the \(DurationText.text(plain)) of the last run without "
            + "recording (docs/Affected.md)"
    }

    /// A ratio with one decimal below ten.
    private static func times(_ one: UInt64, _ other: UInt64) -> String {
        let tenths = (Double(one) / Double(other) * 10).rounded()
        if tenths >= 100 { return String(Int((min(tenths, 1e12) / 10).rounded())) }
        return "\(Int(tenths) / 10).\(Int(tenths) % 10)"
    }
}
