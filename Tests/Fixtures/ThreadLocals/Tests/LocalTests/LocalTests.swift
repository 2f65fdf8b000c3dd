import CLocal
import Testing
import XCTest

final class LocalTests: XCTestCase {
    func testEachThreadHasItsOwn() {
        XCTAssertEqual(add_to_local(2), 42)
        let ended = expectation(description: "the other thread has ended")
        Thread.detachNewThread {
            XCTAssertEqual(add_to_local(1), 41)
            ended.fulfill()
        }
        wait(for: [ended], timeout: 60)
    }
}

@Test func local() { #expect(add_to_local(0) >= 40) }
