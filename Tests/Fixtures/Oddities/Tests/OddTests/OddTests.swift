import XCTest

final class NestingTests: XCTestCase {
    func testRunsAnother() {
        let other = OtherTests(name: "testFails", testClosure: { _ in XCTFail("of the other") })
        other.run()
    }
    func testAfter() {}
}

class OtherTests: XCTestCase {}

class ParentTests: XCTestCase {
    func testShared() {}
    func testMore() {}
}
class MiddleTests: ParentTests {}
final class HeirTests: ParentTests {}
final class HeirsHeirTests: MiddleTests { func testOwn() {} }
