// SPDX-License-Identifier: MIT

import Foundation
import TestKit
import TestKitResources
import Testing

/// Rule 15: values decoded into a `Decodable`.
struct DecodingTests {
    /// Something of every kind.
    struct Everything: Decodable, Equatable {
        enum Colour: String, Decodable { case red, green }
        struct Part: Decodable, Equatable { var weight: Float }
        var name: String
        var count: Int
        var small: UInt8
        var ratio: Double
        var colour: Colour
        var parts: [Part]
        var byKey: [String: Int]
        var home: URL
        var bytes: Data
        var price: Decimal
        var missing: Int?
        var null: Int?
    }

    /// Values that fit.
    private let values: [String: any Sendable] = [
        "name": "n", "count": 3.0, "small": 255, "ratio": 1, "colour": "green",
        "parts": [["weight": 0.5] as [String: any Sendable]] as [any Sendable],
        "byKey": ["a": 1] as [String: any Sendable],
        "home": "https://example.org", "bytes": "AQI=", "price": 1.25, "null": ExampleValue.Null(),
    ]

    @Test("rule 15: all values of an example into a structure")
    func all() throws {
        let decoded = try Example("e", values).decode(Everything.self)
        #expect(decoded.count == 3)
        #expect(decoded.small == 255)
        #expect(decoded.ratio == 1)
        #expect(decoded.colour == .green)
        #expect(decoded.parts == [.init(weight: 0.5)])
        #expect(decoded.byKey == ["a": 1])
        #expect(decoded.home == URL(string: "https://example.org"))
        #expect(decoded.bytes == Data([1, 2]))
        #expect(decoded.price == Decimal(string: "1.25"))
        #expect(decoded.missing == nil)
        #expect(decoded.null == nil)
    }

    @Test(
        "rule 15: what does not fit, or is missing, is named with example, key, and what was expected",
        arguments: [
            ("small", 256 as (any Sendable)?, "small: expected UInt8, got the number 256"),
            ("count", 1.5, "count: expected Int, got the number 1.5"),
            (
                "parts", [["weight": "x"] as [String: any Sendable]] as [any Sendable],
                "parts[0].weight: expected Float, got the text \"x\""
            ),
            ("home", true, "home: expected URL, got the truth value true"),
            ("count", nil, "count: there is no such value"),
        ]
    )
    func mismatch(key: String, value: (any Sendable)?, expected: String) throws {
        var values = values
        values[key] = value
        let error = #expect(throws: ExampleError.self) { try Example("e", values).decode(Everything.self) }
        #expect(error?.reason == "the example 'e' is not a Everything: \(expected)")
    }

    @Test("rule 15: one value by key, decoded")
    func byKey() throws {
        #expect(try Example("e", values).decode("parts", as: [Everything.Part].self) == [.init(weight: 0.5)])
        #expect(throws: ExampleError.self) { try Example("e", values).decode("nothing", as: Int.self) }
    }
}
