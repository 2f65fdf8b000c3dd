// SPDX-License-Identifier: MIT

/// Times of day in UTC.
public enum UTCTime {
    /// "2026-01-31T23:59:59", of nanoseconds since 1970.
    ///
    /// Computed here, by the days of the Gregorian calendar from March to March: the system's `gmtime_r` reads the file of
    /// the local time zone first.
    public static func text(_ nanoseconds: UInt64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        let (day, time) = (seconds / 86_400 + 719_468, seconds % 86_400)
        let (era, dayOfEra) = (day / 146_097, day % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let date = "\(year)-\(two(month))-\(two(dayOfYear - (153 * shifted + 2) / 5 + 1))"
        return "\(date)T\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
    }

    /// A number of two digits.
    private static func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
