import TestKit

final class FirstTests: TestCase {
    func testABasketStartsEmpty() {
        let basket = Basket()
        expectEmpty(basket.counts)
        expectEqual(basket.total, 0)
    }
}

class BasketTests: TestCase {
    var basket = Basket()

    override func setUpTestCase(_ name: String) throws {
        basket = Basket()
        try basket.add("apple", count: 2)
    }

    func testAddingCountsUp() throws {
        try basket.add("apple")
        let apples = try requireNotNil(basket.counts["apple"])
        expectEqual(apples, 3)
    }

    func testWhatIsNotSoldIsRefused() {
        expectThrows(Basket.UnknownArticle(name: "gold")) { try basket.add("gold") }
        expectEqual(basket.total, 50)
    }
}

final class BillTests: BasketTests {
    override class var tags: Set<Tag> { ["bill"] }
    override class var caseTimeLimit: Duration? { .seconds(5) }

    func testTheBillIsSorted() throws {
        try basket.add("cheese")
        try basket.add("bread")
        attach(basket.bill, named: "bill.txt")
        expectEqual(basket.bill, "2 × apple\n1 × bread\n1 × cheese\n")
    }
}

final class TotalTests: TestCase {
    override class func examples(for name: String) -> [Example] {
        [
            Example("nothing", ["articles": "", "total": 0]),
            Example("one of each", ["articles": "apple bread cheese", "total": 934]),
            Example("two of one", ["articles": "bread bread", "total": 620]),
        ]
    }

    func outlineTestTotal() throws {
        var basket = Basket()
        let articles: String = try example["articles"]
        for article in articles.split(separator: " ") { try basket.add(String(article)) }
        expectEqual(basket.total, try example["total"])
    }
}
