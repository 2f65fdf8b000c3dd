// SPDX-License-Identifier: MIT

/// Records a failure unless the collection (or text) is empty.
public func expectEmpty(
    _ collection: some Collection, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        collection.isEmpty ? nil : .init(expected: "an empty collection", got: collection)
    }
}

/// Ends the case with a failure unless the collection (or text) is empty.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireEmpty(
    _ collection: some Collection, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        collection.isEmpty ? nil : .init(expected: "an empty collection", got: collection)
    }
}

/// Records a failure unless the collection (or text) has an element.
public func expectNotEmpty(
    _ collection: some Collection, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        collection.isEmpty ? .init(expected: "a collection that is not empty", got: collection) : nil
    }
}

/// Ends the case with a failure unless the collection (or text) has an element.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireNotEmpty(
    _ collection: some Collection, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        collection.isEmpty ? .init(expected: "a collection that is not empty", got: collection) : nil
    }
}

/// Records a failure unless the collection has that many elements.
public func expectCount(
    _ collection: some Collection, _ count: Int, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    Assertion.expect(SourceLocation(file, line, column), comment) { Check.count(collection, count) }
}

/// Ends the case with a failure unless the collection has that many elements.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireCount(
    _ collection: some Collection, _ count: Int, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws {
    try Assertion.require(SourceLocation(file, line, column), comment) { Check.count(collection, count) }
}

/// Records a failure unless the sequence contains the element.
public func expectContains<Elements: Sequence>(
    _ elements: Elements, _ element: Elements.Element, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where Elements.Element: Equatable {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        elements.contains(element)
            ? nil : .init(expected: element, relation: "a sequence that contains ", actual: elements)
    }
}

/// Ends the case with a failure unless the sequence contains the element.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireContains<Elements: Sequence>(
    _ elements: Elements, _ element: Elements.Element, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws where Elements.Element: Equatable {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        elements.contains(element)
            ? nil : .init(expected: element, relation: "a sequence that contains ", actual: elements)
    }
}

/// Records a failure unless both have the same elements, each as often, in any order.
///
/// Takes time in proportion to the product of the counts.
public func expectEqualInAnyOrder<Actual: Sequence, Expected: Sequence>(
    _ actual: Actual, _ expected: Expected, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where Actual.Element: Equatable, Actual.Element == Expected.Element {
    Assertion.expect(SourceLocation(file, line, column), comment) {
        Check.equalInAnyOrder(Array(actual), Array(expected))
    }
}

/// Ends the case with a failure unless both have the same elements, each as often, in any order.
///
/// Takes time in proportion to the product of the counts.
///
/// Throws after it has recorded the failure; let the error out of the case.
public func requireEqualInAnyOrder<Actual: Sequence, Expected: Sequence>(
    _ actual: Actual, _ expected: Expected, _ comment: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws where Actual.Element: Equatable, Actual.Element == Expected.Element {
    try Assertion.require(SourceLocation(file, line, column), comment) {
        Check.equalInAnyOrder(Array(actual), Array(expected))
    }
}
