import Testing

/// A trait that ends the process that lists the tests.
struct Ruin: TestTrait, SuiteTrait {
    static let address: String = { fatalError("the address book is closed") }()
    let name = address
    static func numbers() -> [Int] { fatalError("there are no numbers") }
}

struct RuinTests {
    @Test(Ruin()) func trait() {}
    @Test(arguments: Ruin.numbers()) func source(number: Int) {}
    @Test func fine() {}
}

@Suite(Ruin()) struct RuinedSuite {
    @Test func one() {}
    @Suite struct Inner {
        @Test func two() {}
    }
}

@Test(Ruin()) func ruined() {}
