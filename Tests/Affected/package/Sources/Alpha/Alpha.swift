// SPDX-License-Identifier: MIT

public struct Point: Equatable {
    public var x: Int, y: Int
    public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
    public func scaled(by factor: Int) -> Point { Point(x: x * factor, y: y * factor) }
}

public class Animal {
    public init() {}
    public func sound() -> String { "..." }
    public func legs() -> Int { 4 }
    public func wings() -> Int { 0 }
}
public class Dog: Animal {
    public override func sound() -> String { "woof, woof, woof, says the dog" }
}
public class Bird: Animal {
    public override func wings() -> Int { 2 }
}

public protocol Named { var name: String { get } }
extension Named {
    public var name: String { "unnamed" }
    public var rank: Int { 1 }
}
extension Point: Named {}
public struct Other: Named {
    public init() {}
    public var name: String { "other" }
}
public protocol Marked {}
public func isMarked(_ value: Any) -> Bool { value is any Marked }
public func some() -> some Named { Point(x: 1, y: 1) }
public func all() -> [any Named] { [Point(x: 1, y: 1), Other()] }

public let limit = makeLimit()
func makeLimit() -> Int { 42 }
public func ratio() -> Double { 2.5 }
public func pair() -> [String] { ["a", "b"] }
public func tripled(_ all: [Int]) -> [Int] { all.map { $0 * 3 } }
public func next(_ n: Int, step: Int = 1) -> Int { n + step }

public struct Kept {
    public init() {}
    var kept = 7
}
public struct Coded: Codable {
    public init() {}
    var title = "t"
}
public enum Colour: CaseIterable { case red, green }
public enum Level: Int { case low = 1, high = 10 }

func makeTable(_ n: Int) -> [Int] { Array(0..<n) }
public enum Tables { public static let table = makeTable(5) }
public final class Cache: Sendable {
    public let value: Int
    init(_ value: Int) { self.value = value }
    static func make() -> Cache { Cache(1) }
    public static let shared = make()
}
@inlinable public func inlined() -> Int { 1 }
public func overloaded(_ n: Double) -> Int { 1 }
public nonisolated(unsafe) var released = 0
public final class Held {
    public init() {}
}
public func count<Item>(_ items: [Item]) -> Int { items.count + 0 }
public enum Fault: Error { case first, second }
public func failing() throws { throw Fault.first }
public func word(_ n: Int) -> String {
    switch n {
    case 0: "zero"
    case 1: "one"
    default: "many"
    }
}
public func later() async -> Int { await Task.yield(); return 5 }
public actor Counter {
    public init() {}
    private var count = 0
    public func up() -> Int {
        count += 1  // actor
        return count
    }
}
public func path() -> KeyPath<Point, Int> { \Point.x }
public func starts(_ text: String) -> Bool { text.hasPrefix("ab") }
public struct Observed {
    public init() {}
    public var changes = 0
    public var value = 0 { didSet { changes += 1 } }
}
public struct Subscripted {
    public init() {}
    public subscript(n: Int) -> Int { n }
}
public func chosen(_ n: Int) -> Int { 1 }
public func chosen(_ n: some Equatable) -> Int { 2 }
public func setting() -> String {
    #if PLAIN
    "plain"
    #else
    "fancy"
    #endif
}
public func hasFound() -> Bool { _typeByName("5Alpha5FoundC") != nil }
