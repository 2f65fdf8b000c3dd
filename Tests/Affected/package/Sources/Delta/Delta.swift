// SPDX-License-Identifier: MIT

public func defaulted(_ n: Int = 5) -> Int { n }
@inlinable public func farInlined() -> Int { usable() + 1 }
@usableFromInline func usable() -> Int { 1 }
@frozen public struct Frozen {
    public var first: Int32 = 1, second: Int32 = 2
    @inlinable public init() {}
}
public protocol Shaped { func sides() -> Int }
extension Shaped {
    public func sides() -> Int { 4 }
    public func doubled() -> Int { 2 * sides() }
}
public struct Square: Shaped {
    public init() {}
}
@propertyWrapper public struct Clamped {
    private var value: Int
    public init(wrappedValue: Int, limit: Int = 10) { value = min(wrappedValue, limit) }
    public var wrappedValue: Int { value }
}
@resultBuilder public enum Words {
    public static func buildBlock(_ parts: String...) -> String { parts.joined(separator: " ") }
}
public func labelled() -> Any { (first: 1, second: 2) }
@_silgen_name("delta_outside") public func outside() -> Int { 3 }
public let farLimit = 20
public enum Far { public static let list = [1, 2, 3] }
public struct Bag<Item> {
    public init() {}
    public func words() -> String { "bag of \(Item.self)" }
}
@dynamicMemberLookup public struct Looked {
    public init() {}
    public subscript(dynamicMember name: String) -> String { name + "!" }
}
public enum Payload { case number(Int), text(String) }
public struct Hashed: Hashable {
    public init(_ key: Int, _ note: Int) { (self.key, self.note) = (key, note) }
    var key: Int, note: Int
    public static func == (one: Hashed, other: Hashed) -> Bool { one.key == other.key && one.note == other.note }
}
precedencegroup Joining {
    associativity: left
}
infix operator <+> : Joining
public func <+> (one: Int, other: Int) -> Int { one - other }
public typealias Number = Int32
public func numberSize() -> Int { MemoryLayout<Number>.size }
public protocol Holding {
    associatedtype Item = Int
}
extension Holding { public static var itemName: String { "\(Item.self)" } }
public struct Holder: Holding {}
public func ownName() -> String { #function }
public struct Literal: ExpressibleByIntegerLiteral {
    public let value: Int
    public init(integerLiteral value: Int) { self.value = value }
}
extension DefaultStringInterpolation {
    public mutating func appendInterpolation(loud value: Int) { appendLiteral("<\(value)>") }
}
public final class Lazily {
    public init() {}
    public lazy var made = 6
}
public enum Ambient { @TaskLocal public static var level = 1 }
public func deferred() -> [Int] {
    var result: [Int] = []
    func add() {
        defer { result.append(1) }
        result.append(2)
    }
    add()
    return result
}
public class Base {
    public required init() {}
    public class var kind: String { "base" }
}
public final class Derived: Base {}
public func kind(of type: Base.Type) -> String { type.kind }
public func cast(_ value: Any) -> Int {
    switch value {
    case is Int: 1
    case is String: 2
    default: 0
    }
}
public func nested() -> Int {
    struct Inner { static let value = 8 }
    return Inner.value
}
