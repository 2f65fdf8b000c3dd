// SPDX-License-Identifier: MIT

import Foundation
import TestKit

extension Example {
    /// All values of the example, decoded by key.
    ///
    /// Numbers convert where nothing is lost; a `URL` is also read from text, `Data` from base64, a `Decimal` from a number.
    ///
    /// - Throws: ``ExampleError`` that names the example, the key and what was expected.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, file: StaticString = #filePath, line: UInt = #line
    ) throws -> Value {
        recordLocation(file: file, line: line)
        return try decode(values, as: type, path: [])
    }

    /// A value of the example, decoded.
    ///
    /// - Throws: ``ExampleError`` as ``decode(_:file:line:)``.
    public func decode<Value: Decodable>(
        _ key: String, as type: Value.Type = Value.self, file: StaticString = #filePath, line: UInt = #line
    ) throws -> Value {
        recordLocation(file: file, line: line)
        let raw: any Sendable = try self[key]
        return try decode(raw, as: type, path: [ExampleKey(key)])
    }

    /// Decodes an argument of a case with parameters.
    static func decode(_ value: any Sendable, as type: any Decodable.Type) throws -> Any {
        do {
            return try ExampleDecoder.decode(value, as: type, at: [])
        } catch let error as DecodingError {
            throw ExampleError(words(of: error))
        }
    }

    /// Decodes a value; errors name the example and its keys.
    private func decode<Value: Decodable>(_ value: any Sendable, as type: Value.Type, path: [any CodingKey]) throws
        -> Value
    {
        do {
            return try ExampleDecoder.decode(value, as: type, at: path)
        } catch let error as DecodingError {
            throw ExampleError("the example '\(name)' is not a \(type): \(Self.words(of: error))", at: origin)
        }
    }

    /// An error of decoding, with the way to the value.
    private static func words(of error: DecodingError) -> String {
        let (context, key): (DecodingError.Context, (any CodingKey)?) =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            case .keyNotFound(let key, let context): (context, key)
            @unknown default: (.init(codingPath: [], debugDescription: "\(error)"), nil)
            }
        let path = (context.codingPath + (key.map { [$0] } ?? [])).map {
            $0.intValue.map { "[\($0)]" } ?? $0.stringValue
        }
        let text = key == nil ? context.debugDescription : "there is no such value"
        return path.isEmpty ? text : "\(path.joined(separator: ".").replacing(".[", with: "[")): \(text)"
    }
}
