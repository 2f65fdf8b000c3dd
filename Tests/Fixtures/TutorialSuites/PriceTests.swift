import TestKit

final class PriceTests: TestCase {
    let service = PriceService()

    func testThePriceArrives() async throws {
        let price = try await service.price(of: "apple")
        expectEqual(price, 25)
    }

    func testTheServiceCallsBack() {
        let called = Expectation("the price comes")
        service.fetchPrice(of: "bread") { price in
            expectEqual(price, 310)
            called.fulfill()
        }
        wait(for: called, timeout: .seconds(5))
    }
}

final class PriceListTests: TestCase {
    override class func examples() async throws -> [Example] {
        let service = PriceService()
        var examples: [Example] = []
        for article in Basket.prices.keys.sorted() {
            examples.append(Example(article, ["price": try await service.price(of: article)]))
        }
        return examples
    }

    func outlineTestEveryPriceHolds() async throws {
        let price: Int = try example["price"]
        expectEqual(try await PriceService().price(of: example.name), price)
    }
}
