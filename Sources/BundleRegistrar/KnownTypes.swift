// SPDX-License-Identifier: MIT

/// Types of the standard library and Foundation that are no test classes.
///
/// Naming one of them is no reason to warn.
enum KnownTypes {
    /// Their names.
    static let names: Set<String> = [
        "Any", "AnyObject", "Array", "ArraySlice", "AsyncIteratorProtocol", "AsyncSequence", "BinaryFloatingPoint",
        "BinaryInteger", "Bool", "Bundle", "CaseIterable", "Character", "Codable", "Collection", "Comparable",
        "CustomDebugStringConvertible", "CustomStringConvertible", "Data", "Date", "Decimal", "Decodable", "Dictionary",
        "DispatchQueue", "Double", "Encodable", "Equatable", "Error", "Executor", "FileHandle", "FileManager", "Float",
        "FixedWidthInteger", "Hashable", "Identifiable", "Int", "Int8", "Int16", "Int32", "Int64", "IteratorProtocol",
        "JSONDecoder", "JSONEncoder", "LocalizedError", "MainActor", "ManagedBuffer", "Never", "NSObject", "Numeric",
        "Operation", "Optional", "OptionSet", "Process", "RandomAccessCollection", "RandomNumberGenerator", "Range",
        "RawRepresentable", "Result", "Sendable", "Sequence", "SerialExecutor", "Set", "String", "StringProtocol",
        "Substring", "Task", "TextOutputStream", "Thread", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL",
        "URLProtocol", "URLSession", "UUID",
    ]
}
