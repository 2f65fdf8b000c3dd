// SPDX-License-Identifier: MIT

/// The source of the examples of a class whose code declares none.
///
/// TestKit itself reads no files, so that a bundle without data does not load Foundation. TestKitResources sets the
/// reader where a bundle uses it.
@_documentation(visibility: internal)
public enum AutomaticExamples {
    /// Reads a class's examples: nil if it has no data file, and then where such a file was looked for.
    @_documentation(visibility: internal)
    public typealias Reader = @Sendable (TestCase.Type) throws -> (examples: [Example]?, searched: [String])

    /// Converts a value of a data file to a type.
    ///
    /// Throws ``ExampleError`` if the value does not fit the type.
    @_documentation(visibility: internal)
    public typealias Decoder = @Sendable (_ value: any Sendable, _ type: any Decodable.Type) throws -> Any

    /// The decoder; set once, when the bundle is entered.
    private static let decoder = Mutex<Decoder?>(nil)

    /// Sets the decoder of the bundle.
    @_documentation(visibility: internal)
    public static func install(decoder: @escaping Decoder) {
        Self.decoder.withLock { $0 = decoder }
    }

    /// Decodes a value; nil where the bundle has no decoder.
    static func decode<Value: Decodable>(_ value: any Sendable, as type: Value.Type) throws -> Value? {
        guard let decoder = decoder.withLock({ $0 }) else { return nil }
        return try decoder(value, type) as? Value
    }

    /// The reader; set once, when the bundle is entered.
    private static let installed = Mutex<Reader?>(nil)

    /// Sets the reader of the bundle.
    @_documentation(visibility: internal)
    public static func install(_ reader: @escaping Reader) { installed.withLock { $0 = reader } }

    /// Reads a class's examples.
    static func read(_ type: TestCase.Type) throws -> [Example] {
        guard let reader = installed.withLock({ $0 }) else { throw NoExampleSource(type: type) }
        let (examples, searched) = try reader(type)
        guard let examples else { throw NoExampleSource(type: type, searched: searched) }
        return examples
    }
}
