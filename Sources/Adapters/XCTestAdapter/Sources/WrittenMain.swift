// SPDX-License-Identifier: MIT

import Foundation

/// The main file that a package's author wrote for its tests, as they were needed before SwiftPM found tests by itself.
///
/// SwiftPM still uses it, so that tests run which it does not list by no command.
struct WrittenMain {
    /// Its path.
    let path: String
    /// The directories of test sources next to it.
    let directories: [String]

    /// The names that SwiftPM knows, and the directories in which it looks for them.
    private static let (names, places) = (
        ["XCTMain.swift", "LinuxMain.swift"], ["Tests", "Sources", "Source", "src", "srcs", ""]
    )

    /// Looks for one in the package that built a test executable; nil if there is none.
    init?(of executable: String) {
        let files = FileManager.default
        var root = URL(fileURLWithPath: executable).deletingLastPathComponent()
        while !files.fileExists(atPath: root.appendingPathComponent("Package.swift").path) {
            if root.path == "/" { return nil }
            root = root.deletingLastPathComponent()
        }
        let paths = Self.places.flatMap { place in
            let directory = place.isEmpty ? root : root.appendingPathComponent(place)
            return Self.names.map { directory.appendingPathComponent($0).path }
        }
        guard let path = paths.first(where: { files.fileExists(atPath: $0) }) else { return nil }
        self.path = path
        let tests = root.appendingPathComponent("Tests").path
        directories = ((try? files.contentsOfDirectory(atPath: tests)) ?? []).sorted().map { tests + "/" + $0 }
            .filter { directory in
                let names = (try? files.subpathsOfDirectory(atPath: directory)) ?? []
                return names.contains { $0.hasSuffix(".swift") }
            }
    }

    /// The reason why there are no tests, their place, and the remedy.
    var words: String {
        let shown = directories.prefix(5).joined(separator: ", ") + (directories.count > 5 ? ", …" : "")
        let place = directories.isEmpty ? "" : "; the tests in \(shown) are not in it"
        return "\(path) is its main program, and only what that file lists runs, by `swift test` as well\(place); "
            + "remove the file, and build again: SwiftPM then finds the tests itself"
    }
}
