import Dispatch
import Testing
import XCTest

/// Uses the other framework's assertions, which do not count here.
struct BorrowingSuite {
    @Test func asserts() { XCTFail("of XCTest") }
    @Test func assertsElsewhere() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                XCTFail("on a queue")
                continuation.resume()
            }
        }
    }
}
