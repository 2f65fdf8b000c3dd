// SPDX-License-Identifier: MIT

import Foundation

/// A catalogue of places in a file that several suites read.
///
/// Workers are processes of their own, so a suite prepares data for others in a file, not in memory.
enum PlaceCatalogue {
    /// One place.
    struct Place: Codable, Hashable {
        /// Its name.
        var name: String
        /// The identifier of its time zone.
        var timeZone: String
        /// Its page.
        var page: URL
    }

    /// The path of the file; each user of the machine has one.
    static var file: URL {
        FileManager.default.temporaryDirectory.appending(component: "testkit-example-places-\(getuid()).json")
    }

    /// Writes the file, at once or not at all.
    static func prepare() throws {
        let names = [
            ("Auckland", "Pacific/Auckland"), ("Berlin", "Europe/Berlin"), ("Kathmandu", "Asia/Kathmandu"),
            ("New York", "America/New_York"), ("São Paulo", "America/Sao_Paulo"),
        ]
        let places = try names.map { name, timeZone in
            var components = URLComponents()
            components.scheme = "https"
            components.host = "places.example"
            components.path = "/\(name)"
            guard let page = components.url else { throw CocoaError(.coderInvalidValue) }
            return Place(name: name, timeZone: timeZone, page: page)
        }
        try JSONEncoder().encode(places).write(to: file, options: .atomic)
    }

    /// Reads the file.
    ///
    /// Prepares it first if it is missing, since a run of a single suite has no start-up.
    static func load() throws -> [Place] {
        if !FileManager.default.fileExists(atPath: file.path) { try prepare() }
        return try JSONDecoder().decode([Place].self, from: Data(contentsOf: file))
    }

    /// Removes the file, if it is there.
    static func remove() throws {
        do {
            try FileManager.default.removeItem(at: file)
        } catch CocoaError.fileNoSuchFile {
            // Another run of the same user removed it.
        }
    }
}
