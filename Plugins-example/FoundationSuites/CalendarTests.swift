// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Arithmetic of dates where calendars are hard: leap days, daylight saving, the first week.
final class CalendarTests: TestCase {
    /// The Gregorian calendar of Berlin; weeks begin on Monday.
    private var calendar = Calendar(identifier: .gregorian)

    override func setUpTest() throws {
        calendar.timeZone = try requireNotNil(TimeZone(identifier: "Europe/Berlin"))
        calendar.firstWeekday = 2
        calendar.minimumDaysInFirstWeek = 4
    }

    func testAYearAfterALeapDayIsTheLastOfFebruary() throws {
        let later = calendar.date(byAdding: .year, value: 1, to: try date(2024, 2, 29))
        expectEqual(later, try date(2025, 2, 28))
    }

    func testTheDayOfTheChangeHas23Hours() throws {
        let hours = calendar.dateComponents([.hour], from: try date(2024, 3, 31), to: try date(2024, 4, 1)).hour
        expectEqual(hours, 23)
    }

    func testAMissingHourIsSkipped() throws {
        let components = DateComponents(year: 2024, month: 3, day: 31, hour: 2, minute: 30)
        let moved = try requireNotNil(calendar.date(from: components))
        expectEqual(calendar.component(.hour, from: moved), 3)
    }

    func testTheFirstWeekMayBelongToTheYearBefore() throws {
        let components = calendar.dateComponents([.weekOfYear, .yearForWeekOfYear], from: try date(2023, 1, 1))
        expectEqual(components.weekOfYear, 52)
        expectEqual(components.yearForWeekOfYear, 2022)
    }

    func testIntervalsOfMonthsTouch() throws {
        let january = try requireNotNil(calendar.dateInterval(of: .month, for: try date(2024, 1, 15)))
        let february = try requireNotNil(calendar.dateInterval(of: .month, for: try date(2024, 2, 15)))
        expectEqual(january.end, february.start)
        expectEqual(january.duration, 31 * 86400, accuracy: 0.5)
    }

    /// Midnight in Berlin.
    private func date(_ year: Int, _ month: Int, _ day: Int) throws -> Date {
        try requireNotNil(calendar.date(from: DateComponents(year: year, month: month, day: day)))
    }
}

extension CalendarTests {
    // Formatting, by the same calendar.

    func testFormatsAreReadBack() throws {
        let style = Date.ISO8601FormatStyle(timeZone: calendar.timeZone)
        let text = try date(2024, 7, 1).formatted(style)
        expectEqual(text, "2024-07-01T00:00:00+0200")
        expectEqual(try Date(text, strategy: style), try date(2024, 7, 1))
    }

    func testNanosecondsSurviveArithmetic() {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        expectEqual(start.addingTimeInterval(0.25).timeIntervalSince(start), 0.25, accuracy: 1e-9)
    }
}
