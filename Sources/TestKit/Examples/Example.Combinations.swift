// SPDX-License-Identifier: MIT

extension Example {
    /// An example for each combination of values: `Example.product(["text": ["a", "b"], "count": [1, 2]])`.
    ///
    /// Each is named after its values, "a, 1", or by its place, "#2", where their texts are not stable; the last list changes
    /// fastest.
    ///
    /// - Throws: ``ExampleError`` if a list is empty.
    public static func product(
        _ lists: KeyValuePairs<String, [any Sendable]>, file: StaticString = #filePath, line: UInt = #line
    ) throws -> [Example] {
        let origin = ExampleOrigin(file: file.description, line: UInt32(clamping: line))
        var rows: [[any Sendable]] = [[]]
        for (key, values) in lists {
            if values.isEmpty { throw ExampleError("the list '\(key)' of a product is empty", at: origin) }
            rows = rows.flatMap { row in values.map { row + [$0] } }
        }
        return examples(lists.map(\.key), rows, origin)
    }

    /// An example for each place in the lists: `Example.zip(["text": ["a", "b"], "count": [1, 2]])` is two.
    ///
    /// Each is named after its values, "a, 1", or by its place, "#2", where their texts are not stable.
    ///
    /// - Throws: ``ExampleError`` if the lists have different lengths: no example is left out silently.
    public static func zip(
        _ lists: KeyValuePairs<String, [any Sendable]>, file: StaticString = #filePath, line: UInt = #line
    ) throws -> [Example] {
        let origin = ExampleOrigin(file: file.description, line: UInt32(clamping: line))
        let counts = lists.map(\.value.count)
        guard Set(counts).count <= 1 else {
            let lengths = lists.map { "'\($0.key)' has \($0.value.count)" }.joined(separator: ", ")
            throw ExampleError("expected lists of one length: \(lengths)", at: origin)
        }
        let rows = (0..<(counts.first ?? 0)).map { index in lists.map { $0.value[index] } }
        return examples(lists.map(\.key), rows, origin)
    }

    /// An example for each pair of two lists' examples, with the values of both: "first, second".
    ///
    /// - Throws: ``ExampleError`` if both of a pair have a value of one key.
    public static func product(_ first: [Example], _ second: [Example]) throws -> [Example] {
        try first.flatMap { one in try second.map { try joined(one, $0) } }
    }

    /// An example for each place in two lists of examples, with the values of both: "first, second".
    ///
    /// - Throws: ``ExampleError`` if the lists have different lengths, or both of a pair have a value of one key.
    public static func zip(_ first: [Example], _ second: [Example]) throws -> [Example] {
        guard first.count == second.count else {
            let place = (first.first ?? second.first)?.origin
            throw ExampleError(
                "expected lists of one length: one has \(first.count), the other \(second.count)", at: place)
        }
        return try first.indices.map { try joined(first[$0], second[$0]) }
    }

    /// Examples of rows of values, named after those.
    private static func examples(_ keys: [String], _ rows: [[any Sendable]], _ origin: ExampleOrigin) -> [Example] {
        let names = ValueNames.names(of: rows) { "\($0)" }
        return Swift.zip(names, rows).map { name, values in
            var entries: [String: any Sendable] = [:]
            for (key, value) in Swift.zip(keys, values) { entries[key] = value }
            return Example(name, entries, origin: origin)
        }
    }

    /// The values of two examples in one.
    private static func joined(_ one: Example, _ other: Example) throws -> Example {
        if let key = one.values.keys.filter({ other.values[$0] != nil && $0 != nameKey }).min() {
            throw ExampleError(
                "the examples '\(one.name)' and '\(other.name)' both have a value '\(key)'", at: one.origin)
        }
        let values = one.values.merging(other.values) { first, _ in first }.filter { $0.key != nameKey }
        return Example("\(one.name), \(other.name)", values, origin: one.origin)
    }
}
