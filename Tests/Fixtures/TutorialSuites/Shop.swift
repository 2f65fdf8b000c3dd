/// The code under test: a basket, and a service that knows prices.
struct Basket {
    /// Something that cannot be bought.
    struct UnknownArticle: Error, Equatable {
        let name: String
    }

    /// The articles and their prices in cents.
    static let prices = ["apple": 25, "bread": 310, "cheese": 599]

    /// How many of each article.
    private(set) var counts: [String: Int] = [:]

    /// Puts something in.
    mutating func add(_ article: String, count: Int = 1) throws {
        guard Self.prices[article] != nil else { throw UnknownArticle(name: article) }
        counts[article, default: 0] += count
    }

    /// The total price in cents.
    var total: Int { counts.reduce(0) { $0 + $1.value * (Self.prices[$1.key] ?? 0) } }

    /// The bill, a line for each article.
    var bill: String { counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)\n" }.joined() }
}

/// Knows the prices of the day.
actor PriceService {
    /// The price of an article, in cents.
    func price(of article: String) throws -> Int {
        guard let price = Basket.prices[article] else { throw Basket.UnknownArticle(name: article) }
        return price
    }

    /// Calls back with the price of an article, on any thread.
    nonisolated func fetchPrice(of article: String, _ done: @escaping @Sendable (Int?) -> Void) {
        Task { done(try? await price(of: article)) }
    }
}
