import Testing
import XCTest

/// Uses the other framework's expectations, which do not count here.
final class BorrowingTests: XCTestCase {
    func testExpects() { #expect(Bool(false), "of Swift Testing") }
    func testExpectsInATask() async { await Task.detached { #expect(Bool(false), "of a task") }.value }
}
