import XCTest

/// Cases that a list of this package names; two of them have one name.
public class OwnTests: XCTestCase {
    /// The list.
    public static let all: [(String, (OwnTests) -> () throws -> Void)] = [("testOne", first), ("testOne", second)]

    func first() {}
    func second() { XCTFail("the second") }
}
