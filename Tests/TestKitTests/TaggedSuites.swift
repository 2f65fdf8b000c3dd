// SPDX-License-Identifier: MIT

// Apart from their tests, since Swift Testing has a type Tag as well.
@testable import TestKit

/// Tags that its heirs have, though nobody registers it.
class HiddenTests: TestCase {
    override class var tags: Set<Tag> { ["hidden"] }
    override class func ending(for name: String) -> ProcessEnding? { name == "testA" ? .signal(6) : nil }
    override class var resources: [String] { ["database"] }
    override class var caseTimeLimit: Duration? { .seconds(5) }
    func testA() {}
}

/// Tags of the class and of a case; a limit of a case.
class TaggedTests: HiddenTests {
    override class var displayName: String? { "what is tagged" }
    override class func displayName(for name: String) -> String? { ["testA": "A, as it is", "testB": "B"][name] }
    override class func links(for name: String) -> [String] { name == "testC" ? [] : ["https://example.org/1 a bug"] }
    override class var tags: Set<Tag> { [.network] }
    override class func tags(for name: String) -> Set<Tag> { name == "testB" ? ["slow"] : [] }
    override class func caseTimeLimit(for name: String) -> Duration? { name == "testB" ? .milliseconds(500) : nil }
}

/// Adds to what it inherits.
final class TaggedHeirTests: TaggedTests {
    override class func displayName(for name: String) -> String? { name == "testB" ? "B of the heir" : nil }
    override class func links(for name: String) -> [String] { ["#2", "https://example.org/1 a bug"] }
    override class var tags: Set<Tag> { ["flaky"] }
    override class func ending(for name: String) -> ProcessEnding? {
        ["testB": .status(3), "testC": .failure][name]
    }
    override class var resources: [String] { ["port", "database"] }
    override class var caseTimeLimit: Duration? { nil }
    override class func tags(for name: String) -> Set<Tag> { [Tag("night")] }
    override class func caseTimeLimit(for name: String) -> Duration? { name == "testC" ? .seconds(9) : nil }
}

extension Tag {
    /// Declared once, as a suite's author would.
    static let network: Tag = "network"
}
