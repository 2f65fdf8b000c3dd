import XCTest

final class NestingTests: XCTestCase {
    func testRunsAnother() {
        let other = OtherTests(name: "testFails", testClosure: { _ in XCTFail("of the other") })
        other.run()
    }
    func testAfter() {}
}

class OtherTests: XCTestCase {}
