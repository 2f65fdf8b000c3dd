import XCTest

final class NestingTests: XCTestCase {
    func testRunsAnother() {
        let other = OtherTests(name: "testFails", testClosure: { _ in XCTFail("of the other") })
        other.run()
    }
    func testAfter() {}
}

class OtherTests: XCTestCase {}

final class MakingTests: XCTestCase {
    private let made: Void = XCTFail("of the maker")
    func testOne() {}
    func testOther() {}
}

final class PerformingTests: XCTestCase {
    override func perform(_ run: XCTestRun) {}
    func testNever() { XCTFail("the body ran") }
}

class ParentTests: XCTestCase {
    func testShared() {}
    func testMore() {}
}
class MiddleTests: ParentTests {}
final class HeirTests: ParentTests {}
final class HeirsHeirTests: MiddleTests { func testOwn() {} }

/// Its hooks print, and so does a test that passes, past the C library.
final class PrintingTests: XCTestCase {
    override class func setUp() { print("before all") }
    override class func tearDown() { print("after all") }
    func testPrints() { _ = write(2, "of a test\n", 10) }
}
