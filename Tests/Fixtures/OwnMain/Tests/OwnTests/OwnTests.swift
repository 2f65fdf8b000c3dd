import XCTest

public class OwnTests: XCTestCase {
    public static let all: [(String, (OwnTests) -> () throws -> Void)] = [("testOne", first), ("testOne", second)]

    func first() {}
    func second() { XCTFail("the second") }
}
