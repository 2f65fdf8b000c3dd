// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// The start-up of this team's run: prepares what the other suites read.
///
/// Its run group is below the default of 1, so it has ended before any of them begins, on whichever worker.
final class StartUpTests: TestCase {
    override static var runGroup: Int { 0 }

    func testPrepareTheCatalogue() throws {
        try PlaceCatalogue.prepare()
        expectTrue(FileManager.default.fileExists(atPath: PlaceCatalogue.file.path))
    }
}

/// The end of this team's run: tidies up, after all suites of the default group.
final class ShutDownTests: TestCase {
    override static var runGroup: Int { 2 }

    func testRemoveTheCatalogue() throws {
        try PlaceCatalogue.remove()
    }
}
