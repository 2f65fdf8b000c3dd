// SPDX-License-Identifier: MIT

import TestKit

/// Cases for subclasses.
class BaseTests: TestCase {
    override class var isAbstract: Bool { true }
    /// How often the class was set up.
    nonisolated(unsafe) static var setUps = 0

    override class func setUpClass() { setUps += 1 }
    override class func tearDownClass() async { print("class torn down") }

    func testInherited() { expectEqual(Self.setUps, 1) }
}

final class LifeTests: BaseTests {
    /// The case that was set up last.
    private var current = ""

    override class var runGroup: Int { 2 }
    static var countsExamples: [TypedExample<Int>] {
        [.init("one", 1), .init("two", 2)]
    }
    override func setUpTestCase(_ name: String) async { current = name }

    func testHooks() { expectEqual(current, "testHooks") }
    func testAwaits() async { expectEqual(Self.setUps, 1) }
    func testFails() { expectEqual(1, 2) }
    func testSkips() throws { try skip("not now") }
    func testIsKnown() throws { try withKnownIssue("#1") { expectTrue(false) } }
    func outlineTestCounts(count: Int) { expectTrue(count < 3) }

    /// Ends when the class is torn down.
    private let (end, ending) = AsyncStream.makeStream(of: Void.self)
    private var work: Task<Void, Never>?
    override func tearDownTest() async {
        ending.finish()
        await work?.value
    }
    func testLeavesWork() {
        let end = end
        work = Task {
            for await _ in end {}
            expectTrue(false, "found late")
        }
    }
}
