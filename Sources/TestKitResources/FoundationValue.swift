// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Values of Foundation's parsers, converted to plain Swift types.
enum FoundationValue {
    /// A parsed value: text, numbers, truth values, dates and data, null, and arrays and dictionaries of these.
    static func plain(_ value: Any) -> any Sendable {
        switch value {
        case let text as String: text
        case is NSNull: ExampleValue.Null()
        // Numbers match Bool as well: 0 and 1 would become truth values.
        case let number as NSNumber: plain(number)
        case let flag as Bool: flag
        case let array as [Any]: array.map(plain)
        case let entries as [String: Any]: entries.mapValues(plain)
        case let date as Date: date
        case let data as Data: data
        default: "\(value)"
        }
    }

    /// A number or truth value as the type that contains it.
    private static func plain(_ number: NSNumber) -> any Sendable {
        switch String(cString: number.objCType) {
        case "c": number.boolValue
        case "d", "f": number.doubleValue
        case "Q" where number.uint64Value > UInt64(Int.max): number.uint64Value
        default: number.intValue
        }
    }
}
