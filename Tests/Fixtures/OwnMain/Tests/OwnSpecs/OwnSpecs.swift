import Quick
import XCTest

/// A spec with equal names, and with none.
public class PriceSpec: QuickSpec {
    override public class func spec() {
        it("adds") {}
        it("") {}
        it("adds") {}
        it("") { XCTFail("the second without a name") }
    }
}

/// A spec of another class.
public class CartSpec: QuickSpec {
    override public class func spec() { it("adds") {} }
}

/// A spec with a name that is too long.
public class StockSpec: QuickSpec {
    override public class func spec() { it(String(repeating: "x", count: 70_000)) {} }
}
