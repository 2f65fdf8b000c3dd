/// A price.
public struct Price: Equatable, Sendable {
    /// In cents.
    public let cents: Int
    /// A number of cents.
    public init(cents: Int) { self.cents = cents }
    /// The sum.
    public static func + (left: Price, right: Price) -> Price { Price(cents: left.cents + right.cents) }
}

/// Something that goes wrong.
public enum ShopError: Error { case closed }
