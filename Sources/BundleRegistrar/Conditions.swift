// SPDX-License-Identifier: MIT

/// The `#if` blocks of a source: which conditions are true at which offset.
struct Conditions: Equatable {
    /// The branches, in the order in which they begin.
    private var branches: [Branch] = []

    /// The stretch between two directives of a block.
    private struct Branch: Equatable {
        /// Where the branch is.
        var range: Range<Int>
        /// When it is compiled.
        var condition: String
    }

    /// Reads the directives that are at these offsets of a source, in ascending order.
    ///
    /// A block without `#endif` reaches to the end of the source; a directive without `#if` is left out. The compiler
    /// reports both.
    init(directives offsets: [Int], in source: SourceText) {
        var open: [(taken: [String], start: Int, condition: String)] = []
        for offset in offsets {
            let line = source.codeLine(from: offset)
            let keyword = line.prefix { $0 == "#" || $0.isLetter }
            let condition = line.dropFirst(keyword.count).drop(while: \.isWhitespace)
            if keyword == "#if" {
                open.append((taken: [], start: offset, condition: String(condition)))
                continue
            }
            guard var block = open.popLast() else { continue }
            close(block, at: offset)
            guard keyword != "#endif" else { continue }
            block.taken.append(block.condition)
            block.condition = String(condition)
            block.start = offset
            open.append(block)
        }
        for block in open.reversed() { close(block, at: source.bytes.count) }
        branches.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Ends the branch that a block has open.
    ///
    /// Its condition denies those of the branches before it.
    private mutating func close(_ block: (taken: [String], start: Int, condition: String), at end: Int) {
        var terms = block.taken.map { "!(\($0))" }
        if !block.condition.isEmpty { terms.append(terms.isEmpty ? block.condition : "(\(block.condition))") }
        branches.append(Branch(range: block.start..<end, condition: terms.joined(separator: " && ")))
    }

    /// The conditions that are true at an offset, the outermost first.
    func holding(at offset: Int) -> [String] {
        branches.filter { $0.range.contains(offset) }.map(\.condition)
    }
}
