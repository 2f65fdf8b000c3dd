// SPDX-License-Identifier: MIT

import Foundation
import TypeLaws

/// Dates are equal when the instant is.
final class DateHashableTests: HashableLawTests {
    override var equivalenceClasses: [[AnyHashable]] {
        [
            [
                Date(timeIntervalSince1970: 0),
                Date(timeIntervalSinceReferenceDate: -Date.timeIntervalBetween1970AndReferenceDate),
            ],
            [Date(timeIntervalSince1970: 1)],
            [Date.distantPast],
        ]
    }
}

/// Decimals are equal when the number is, however many zeros were written.
final class DecimalHashableTests: HashableLawTests {
    override var equivalenceClasses: [[AnyHashable]] {
        [
            [Decimal(string: "1.0"), Decimal(string: "1.000"), Decimal(1)],
            [Decimal(string: "0.1"), Decimal(sign: .plus, exponent: -1, significand: 1)],
            [Decimal(string: "-1")],
        ]
    }
}

/// Index sets and identifiers.
final class ValueHashableTests: HashableLawTests {
    override var equivalenceClasses: [[AnyHashable]] {
        [
            [IndexSet(integersIn: 1...3), IndexSet([3, 2, 1])],
            [IndexSet()],
            [
                UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"),
                UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
            ],
        ]
    }
}
