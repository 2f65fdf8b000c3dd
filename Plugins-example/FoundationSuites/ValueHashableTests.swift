// SPDX-License-Identifier: MIT

import Foundation
import TypeLaws

/// Bytes and indices are equal when the content is, however it came about.
final class ValueHashableTests: HashableLawTests {
    override var equivalenceClasses: [[AnyHashable]] {
        [
            [Data([1, 2]), Data([0, 1, 2]).dropFirst(), Data("\u{1}\u{2}".utf8)],
            [Data()],
            [IndexSet(integersIn: 1...3), IndexSet([3, 2, 1])],
            [IndexSet()],
        ]
    }
}

/// Dates are equal when the instant is.
final class DateHashableTests: HashableLawTests {
    override var equivalenceClasses: [[AnyHashable]] {
        let epoch = Date(timeIntervalSince1970: 0)
        return [
            [epoch, Date(timeIntervalSinceReferenceDate: -Date.timeIntervalBetween1970AndReferenceDate)],
            [epoch.addingTimeInterval(1)],
            [Date.distantPast],
        ]
    }
}

/// Decimals are equal when the number is, however many zeros are kept.
final class DecimalHashableTests: HashableLawTests {
    override var equivalenceClasses: [[AnyHashable]] {
        [
            [Decimal(1), Decimal(sign: .plus, exponent: -3, significand: 1000)],
            [Decimal(sign: .plus, exponent: -1, significand: 1), Decimal(1) / 10],
            [Decimal(-1)],
        ]
    }
}
