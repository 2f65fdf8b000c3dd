// SPDX-License-Identifier: MIT

import Foundation
import TestKit
import TestKitResources

/// An error without a place.
struct SourceError: Error {}

/// Rule 18: what a source of examples can do wrong, one case each; and a plain case that must run nevertheless.
final class BrokenTests: TestCase {
    override class func examples(for name: String) throws -> [Example] {
        switch name {
        case "outlineTestEmpty": return []
        case "outlineTestThrows": throw SourceError()
        case "outlineTestThrowsLater":
            recordLocation()
            throw SourceError()
        case "outlineTestFails":
            expectEqual(1, 2)
            return [Example("a")]
        case "outlineTestRequires":
            try requireEqual(1, 2)
            return [Example("a")]
        case "outlineTestSkips": try skip("no data today")
        case "outlineTestTwice": return [Example("a"), Example("b"), Example("a")]
        case "outlineTestNameless": return [Example("")]
        case "outlineTestZero": return [Example("a\0b")]
        case "outlineTestMissing": return try examples(fromJSON: "nowhere")
        case "outlineTestCrashes":
            print("about to crash")
            recordLocation()
            fatalError("no such table")
        case "outlineTestExits": exit(0)
        case "outlineTestByPath":
            guard let path = ProcessInfo.processInfo.environment["FIXTURE_DATA"] else { return [Example("none")] }
            return try examples(fromJSON: path)
        default: return try super.examples(for: name)
        }
    }

    func outlineTestEmpty() {}
    func outlineTestThrows() {}
    func outlineTestThrowsLater() {}
    func outlineTestFails() {}
    func outlineTestRequires() {}
    func outlineTestSkips() {}
    func outlineTestTwice() {}
    func outlineTestNameless() {}
    func outlineTestZero() {}
    func outlineTestMissing() {}
    func outlineTestCrashes() {}
    func outlineTestExits() {}
    func outlineTestByPath() {}
    func outlineTestNoSource() {}
    func testPlain() {}
    func testAsksForAnExample() { expectEqual(example.name, "") }
}

/// All its cases come to nothing, so that its hooks are not called.
final class OnlyBrokenTests: TestCase {
    override class func examples() -> [Example] { fatalError("nothing here") }
    override class func setUpClass() { fail("set up in vain") }

    func outlineTestNever() {}
}

/// Has a file beside the library, if somebody puts one there.
final class BesideTests: TestCase {
    func outlineTestBeside() { print("beside \(example.name)") }
}
