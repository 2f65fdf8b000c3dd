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
    static var totalExamples: [TypedExample<(articles: [String], total: Int)>] {
        [
            .init("nothing", (articles: [], total: 0)),
            .init("one of each", (articles: ["apple", "bread", "cheese"], total: 934)),
            .init("two of one", (articles: ["bread", "bread"], total: 620)),
        ]
    }

    func outlineTestTotal(articles: [String], total: Int) throws {
        var basket = Basket()
        for article in articles { try basket.add(article) }
        expectEqual(basket.total, total)
    }
}
