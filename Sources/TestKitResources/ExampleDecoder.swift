// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// A key that is text, a number or both.
struct ExampleKey: CodingKey {
    /// As text.
    let stringValue: String
    /// As an index.
    let intValue: Int?

    /// A key.
    init(_ key: String) { (stringValue, intValue) = (key, nil) }
    /// An index.
    init(_ index: Int) { (stringValue, intValue) = ("\(index)", index) }
    /// A key.
    init?(stringValue: String) { self.init(stringValue) }
    /// An index.
    init?(intValue: Int) { self.init(intValue) }
}

/// Decodes from the values of an example.
struct ExampleDecoder: Decoder {
    /// The value.
    let value: any Sendable
    /// The way to it.
    let codingPath: [any CodingKey]
    /// None.
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Decodes a value, at the end of a way.
    static func decode<Value: Decodable>(_ value: any Sendable, as type: Value.Type, at path: [any CodingKey]) throws
        -> Value
    {
        if let converted = ExampleValue.convert(value, to: type) { return converted }
        if let special = try special(value, type) { return special }
        if isScalar(type) { throw mismatch(value, type, path) }
        return try type.init(from: ExampleDecoder(value: value, codingPath: path))
    }

    /// A type of Foundation's from the form in which data files have it; nil for other types and forms.
    private static func special<Value>(_ value: any Sendable, _ type: Value.Type) throws -> Value? {
        switch (type, value) {
        case (is URL.Type, let text as String): URL(string: text) as? Value
        case (is Data.Type, let text as String): Data(base64Encoded: text) as? Value
        case (is Decimal.Type, let number as Int): Decimal(number) as? Value
        case (is Decimal.Type, let number as Double): Decimal(string: "\(number)") as? Value
        default: nil
        }
    }

    /// Whether a type has no parts to decode.
    private static func isScalar(_ type: Any.Type) -> Bool {
        type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type || type is String.Type
            || type is Bool.Type
            || type is URL.Type || type is Data.Type || type is Date.Type || type is Decimal.Type
    }

    /// The error of a value that is not of a type.
    static func mismatch(_ value: any Sendable, _ type: Any.Type, _ path: [any CodingKey]) -> DecodingError {
        let reason = "expected \(type), got \(ExampleValue.describe(value))"
        return .typeMismatch(type, .init(codingPath: path, debugDescription: reason))
    }

    /// The value as a dictionary.
    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let entries = value as? [String: any Sendable] else {
            throw Self.mismatch(value, [String: Any].self, codingPath)
        }
        return KeyedDecodingContainer(ExampleKeyedContainer<Key>(entries: entries, codingPath: codingPath))
    }

    /// The value as an array.
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = value as? [any Sendable] else { throw Self.mismatch(value, [Any].self, codingPath) }
        return ExampleUnkeyedContainer(elements: elements, codingPath: codingPath)
    }

    /// The value as it is.
    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ExampleDecoder: SingleValueDecodingContainer {
    /// Whether the value is null.
    func decodeNil() -> Bool { value is ExampleValue.Null }

    /// The value, decoded.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // A type that asks for itself would ask for ever.
        if let converted = ExampleValue.convert(value, to: type) { return converted }
        return try Self.decode(value, as: type, at: codingPath)
    }
}

/// A dictionary while it is decoded.
private struct ExampleKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// The dictionary.
    let entries: [String: any Sendable]
    /// The way to it.
    let codingPath: [any CodingKey]

    /// The keys that the type knows.
    var allKeys: [Key] { entries.keys.sorted().compactMap(Key.init(stringValue:)) }

    /// Whether there is such a key.
    func contains(_ key: Key) -> Bool { entries[key.stringValue] != nil }

    /// The decoder of a key's value.
    private func decoder(_ key: any CodingKey) throws -> ExampleDecoder {
        guard let value = entries[key.stringValue] else {
            let known = entries.keys.sorted().joined(separator: ", ")
            throw DecodingError.keyNotFound(
                key,
                .init(codingPath: codingPath, debugDescription: "the keys are \(known)")
            )
        }
        return ExampleDecoder(value: value, codingPath: codingPath + [key])
    }

    /// Whether a key's value is null.
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    /// A key's value.
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let decoder = try decoder(key)
        return try ExampleDecoder.decode(decoder.value, as: type, at: decoder.codingPath)
    }

    /// A dictionary in the dictionary.
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    /// An array in the dictionary.
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    /// The decoder of a superclass.
    func superDecoder() throws -> any Decoder { try decoder(ExampleKey("super")) }

    /// The decoder of a superclass, by key.
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// An array while it is decoded.
private struct ExampleUnkeyedContainer: UnkeyedDecodingContainer {
    /// The array.
    let elements: [any Sendable]
    /// The way to it.
    let codingPath: [any CodingKey]
    /// The next element.
    private(set) var currentIndex = 0

    /// The number of elements.
    var count: Int? { elements.count }
    /// Whether all have been decoded.
    var isAtEnd: Bool { currentIndex >= elements.count }

    /// The decoder of the next element.
    private func next() throws -> ExampleDecoder {
        let path = codingPath + [ExampleKey(currentIndex)]
        guard !isAtEnd else {
            let reason = "the array has only \(elements.count) elements"
            throw DecodingError.valueNotFound(Any.self, .init(codingPath: path, debugDescription: reason))
        }
        return ExampleDecoder(value: elements[currentIndex], codingPath: path)
    }

    /// Goes on if the next element is null.
    mutating func decodeNil() throws -> Bool {
        let isNull = try next().decodeNil()
        if isNull { currentIndex += 1 }
        return isNull
    }

    /// The next element.
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = try next()
        let value = try ExampleDecoder.decode(decoder.value, as: type, at: decoder.codingPath)
        currentIndex += 1
        return value
    }

    /// A dictionary in the array.
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        let container = try next().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    /// An array in the array.
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try next().unkeyedContainer()
        currentIndex += 1
        return container
    }

    /// The decoder of a superclass.
    mutating func superDecoder() throws -> any Decoder {
        let decoder = try next()
        currentIndex += 1
        return decoder
    }
}
