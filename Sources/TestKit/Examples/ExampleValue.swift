// SPDX-License-Identifier: MIT

/// The values of data files, and their conversion to the types that a case asks for.
public enum ExampleValue {
    /// JSON's null.
    public struct Null: Sendable, Equatable, CustomStringConvertible {
        /// The one null.
        public init() {}
        /// As JSON writes it.
        public var description: String { "null" }
    }

    /// A value as a type, or nil if it does not convert.
    ///
    /// Numbers convert where nothing is lost but a `Float`'s precision; null is nil for an optional type.
    public static func convert<Value>(_ value: any Sendable, to type: Value.Type) -> Value? {
        if let optional = type as? any OptionalValue.Type { return optional.convert(value) as? Value }
        if let exact = value as? Value { return exact }
        if let sequence = type as? any ContainerValue.Type { return sequence.convert(value) as? Value }
        switch value {
        case let integer as any BinaryInteger: return convert(integer: integer, to: type)
        case let number as any BinaryFloatingPoint: return convert(number: number, to: type)
        default: return nil
        }
    }

    /// A value for a message: "text \"abc\"", "the number 3", "null".
    public static func describe(_ value: any Sendable) -> String {
        switch value {
        case let text as String: "the text \(ValueText.line(text, limit: ValueText.messageLimit))"
        case is Null: "null"
        case let flag as Bool: "the truth value \(flag)"
        case is any BinaryInteger, is any BinaryFloatingPoint: "the number \(value)"
        case is [any Sendable]: "an array"
        case is [String: any Sendable]: "a dictionary"
        default: "\(ValueText.line(value, limit: ValueText.messageLimit)) (\(Swift.type(of: value)))"
        }
    }

    /// An integer as another type of number.
    private static func convert<Value>(integer: some BinaryInteger, to type: Value.Type) -> Value? {
        switch type {
        case let other as any BinaryInteger.Type: other.init(exactly: integer) as? Value
        case let other as any BinaryFloatingPoint.Type: other.init(exactly: integer) as? Value
        default: nil
        }
    }

    /// A floating-point number as another type of number.
    private static func convert<Value>(number: some BinaryFloatingPoint, to type: Value.Type) -> Value? {
        switch type {
        case let other as any BinaryInteger.Type: other.init(exactly: number) as? Value
        case let other as any BinaryFloatingPoint.Type: other.init(number) as? Value
        default: nil
        }
    }
}

/// An optional type.
protocol OptionalValue {
    /// Nil.
    static var empty: Self { get }
    /// A value as this type: nil for null; no result if it is of another type.
    static func convert(_ value: any Sendable) -> Self?
}

extension Optional: OptionalValue {
    /// Nil.
    static var empty: Self { .none }

    /// Converts the wrapped value.
    static func convert(_ value: any Sendable) -> Self? {
        if value is ExampleValue.Null { return .some(.none) }
        return ExampleValue.convert(value, to: Wrapped.self).map { .some($0) }
    }
}

/// A type whose elements convert one by one.
protocol ContainerValue {
    /// A value as this type, if each of its elements converts.
    static func convert(_ value: any Sendable) -> Self?
}

extension Array: ContainerValue {
    /// Converts each element.
    static func convert(_ value: any Sendable) -> Self? {
        guard let elements = value as? [any Sendable] else { return nil }
        let converted = elements.compactMap { ExampleValue.convert($0, to: Element.self) }
        return converted.count == elements.count ? converted : nil
    }
}

extension Dictionary: ContainerValue {
    /// Converts each value; the keys must be text.
    static func convert(_ value: any Sendable) -> Self? {
        guard let entries = value as? [String: any Sendable] else { return nil }
        var converted: Self = [:]
        for (key, element) in entries {
            guard let key = key as? Key, let value = ExampleValue.convert(element, to: Value.self) else { return nil }
            converted[key] = value
        }
        return converted
    }
}
