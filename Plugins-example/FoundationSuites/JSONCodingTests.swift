// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Encoding to JSON and back.
final class JSONCodingTests: TestCase {
    /// A release, as a service sends it.
    struct Release: Codable, Equatable {
        /// Its tag.
        var tagName: String
        /// The date on which it was made.
        var publishedAt: Date
        /// Whether anyone may see it.
        var isDraft: Bool
        /// A member that is omitted when it is nil.
        var notes: String?
    }

    /// Writes sorted keys, so that texts can be compared.
    private let encoder = JSONEncoder()
    /// Reads what the encoder writes.
    private let decoder = JSONDecoder()
    /// An example.
    private let release = Release(
        tagName: "v1.0",
        publishedAt: Date(timeIntervalSince1970: 1_700_000_000),
        isDraft: false
    )

    override func setUpTest() {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .iso8601
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
    }

    func testKeysAndDatesFollowTheirStrategies() throws {
        let text = String(decoding: try encoder.encode(release), as: UTF8.self)
        expectEqual(text, #"{"is_draft":false,"published_at":"2023-11-14T22:13:20Z","tag_name":"v1.0"}"#)
    }

    func testWhatIsWrittenReadsBack() throws {
        var release = release
        release.notes = "tabs\tquotes \" and 😀"
        expectEqual(try decoder.decode(Release.self, from: encoder.encode(release)), release)
    }

    func testLargeIntegersKeepEveryDigit() throws {
        let text = "[\(UInt64.max),\(Int64.min)]"
        let decimals = try decoder.decode([Decimal].self, from: Data(text.utf8))
        expectEqual(decimals.map(\.description), ["18446744073709551615", "-9223372036854775808"])
        expectEqual(try decoder.decode([UInt64].self, from: Data("[\(UInt64.max)]".utf8)), [UInt64.max])
    }

    /// The decoder's errors on bad input, each of which names the place.
    final class FailureTests: TestCase {
        /// A reader without strategies.
        private let decoder = JSONDecoder()

        func testAMissingKeyIsNamed() throws {
            let error = try requireThrows(DecodingError.self) { try decode(#"{"tagName": "v1"}"#) }
            guard case .keyNotFound(let key, _) = error else { return fail("\(error)") }
            expectEqual(key.stringValue, "publishedAt")
        }

        func testAWrongTypeIsNamedWithItsPath() throws {
            let text = #"{"tagName": "v1", "publishedAt": 0, "isDraft": "no"}"#
            let error = try requireThrows(DecodingError.self) { try decode(text) }
            guard case .typeMismatch(let type, let context) = error else { return fail("\(error)") }
            expectTrue(type == Bool.self)
            expectEqual(context.codingPath.map(\.stringValue), ["isDraft"])
        }

        func testBrokenTextIsRefused() throws {
            let error = try requireThrows(DecodingError.self) { try decode(#"{"tagName": "v1""#) }
            guard case .dataCorrupted = error else { return fail("\(error)") }
        }

        /// Reads a release.
        private func decode(_ text: String) throws -> Release {
            try decoder.decode(Release.self, from: Data(text.utf8))
        }
    }
}
