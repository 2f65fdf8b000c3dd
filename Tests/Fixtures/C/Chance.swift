// SPDX-License-Identifier: MIT

/// A table from before any test: whoever changes the key behind it hides what is in it.
private nonisolated(unsafe) var early: Set<Int> = []

/// Fills the table, in the bundle's constructor.
@_cdecl("chance_fill") public func chanceFill() { early = Set(0..<1000) }

/// How many of the table's elements are found.
@_cdecl("chance_found") public func chanceFound() -> Int32 { Int32((0..<1000).count { early.contains($0) }) }

/// A hash by this process's key alone, and not by a table's address.
@_cdecl("chance_hash") public func chanceHash() -> Int { "word".hashValue }

/// Prints the order of a set, of a dictionary's keys, and of the table from before.
@_cdecl("chance_order") public func chanceOrder() {
    let words = Set((0..<24).map { "word \($0)" })
    let numbers = Dictionary(uniqueKeysWithValues: (0..<24).map { ($0, $0) })
    print("words", words.map { $0.dropFirst(5) }.joined(separator: " "))
    print("numbers", numbers.keys.map(String.init).joined(separator: " "))
    print("early", early.prefix(24).map(String.init).joined(separator: " "))
}

/// Prints random numbers: singly, shuffled, and from two draws of other widths.
@_cdecl("chance_numbers") public func chanceNumbers() {
    print("drawn", UInt64.random(in: 0...UInt64.max), (0..<12).shuffled(), UInt8.random(in: 0...255))
}
