// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Reads what ``StartUpTests`` prepared.
final class PlaceCatalogueTests: TestCase {
    /// The catalogue, read once for all cases.
    private var places: [PlaceCatalogue.Place] = []

    override func setUpTest() throws {
        places = try PlaceCatalogue.load()
        try requireNotEmpty(places)
    }

    override func tearDownTest() {
        places = []
    }

    func testEveryPlaceHasATimeZone() throws {
        for place in places {
            try requireNotNil(TimeZone(identifier: place.timeZone), place.name)
        }
    }

    func testPagesAreEscapedOnceOnly() throws {
        let place = try requireNotNil(places.first { $0.name == "São Paulo" })
        expectHasSuffix(place.page.absoluteString, "/S%C3%A3o%20Paulo")
        expectEqual(place.page.lastPathComponent, place.name)
    }

    func testNoonIsEarlierInTheEast() throws {
        let noon = try places.map { place in
            let zone = try requireNotNil(TimeZone(identifier: place.timeZone))
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let components = DateComponents(year: 2024, month: 1, day: 15, hour: 12)
            return (place.name, try requireNotNil(calendar.date(from: components)))
        }
        let byTime = noon.sorted { $0.1 < $1.1 }.map(\.0)
        expectEqual(byTime, ["Auckland", "Kathmandu", "Berlin", "São Paulo", "New York"])
    }
}
