// SPDX-License-Identifier: MIT

extension Example {
    /// A value, as a type.
    ///
    /// Numbers convert where nothing is lost (a whole `Double` to an `Int`, any integer to a `Double`), elements of
    /// arrays and dictionaries likewise. For an optional type a missing or null value is nil.
    ///
    /// - Throws: ``ExampleError`` that names the example, the key and the type, if there is no such value or it has
    ///   another type.
    public func value<Value>(
        _ key: String, as type: Value.Type = Value.self, file: StaticString = #filePath, line: UInt = #line
    ) throws -> Value {
        recordLocation(file: file, line: line)
        return try read(key, as: type)
    }

    /// The value of an example that has only one.
    ///
    /// - Throws: ``ExampleError`` if there is none, or it has another type.
    public func value<Value>(
        as type: Value.Type = Value.self, file: StaticString = #filePath, line: UInt = #line
    ) throws -> Value {
        try value(Self.singleValueKey, as: type, file: file, line: line)
    }

    /// A value of the type that the context asks for: `let count: Int = try example["count"]`.
    ///
    /// As ``value(_:as:file:line:)``, but does not remember the line.
    public subscript<Value>(key: String) -> Value { get throws { try read(key, as: Value.self) } }

    /// The value of a key; every example has its name.
    func named(_ key: String) -> (any Sendable)? { values[key] ?? (key == Self.nameKey ? name : nil) }

    /// The keys, for a message.
    var keys: String {
        values.isEmpty ? "none" : values.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
    }

    /// A value, converted; or says why not.
    private func read<Value>(_ key: String, as type: Value.Type) throws -> Value {
        guard let value = named(key) else {
            if let optional = type as? any OptionalValue.Type, let none = optional.empty as? Value { return none }
            throw fault("has no value '\(key)'; it has \(keys)")
        }
        if let converted = ExampleValue.convert(value, to: type) { return converted }
        throw fault("has \(ExampleValue.describe(value)) as '\(key)', not a value of type \(type)")
    }

    /// An error about this example.
    private func fault(_ reason: String) -> ExampleError {
        ExampleError("the example '\(name)' \(reason)", at: origin)
    }
}
