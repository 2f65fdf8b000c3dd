// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// All rows of a library's line table, by address.
struct LineRows {
    /// A stretch of code of one line.
    private struct Row {
        /// The first address of the row, and the one after its last.
        let start: UInt64
        let end: UInt64
        /// Its file, by number.
        let file: Int
        /// Its line.
        let line: UInt32
    }

    /// The rows, by their first addresses.
    private var rows: [Row] = []
    /// The paths of the files.
    private var files: [String] = []

    /// Reads the rows of all programs.
    init(_ table: LineTable) {
        var numbers: [String: Int] = [:]
        for var program in table.allPrograms() {
            let first = rows.count
            program.forEachRow { start, end, row in
                // Code that the linker has removed has the address 0.
                if start > 0, end > start, row.line > 0 {
                    rows.append(Row(start: start, end: end, file: Int(clamping: row.file), line: row.line))
                }
            }
            let table = program.files(table.strings)
            var own: [Int: Int] = [:]
            for index in first..<rows.count {
                let row = rows[index]
                let file: Int
                if let known = own[row.file] {
                    file = known
                } else {
                    let path = table.path(UInt64(row.file)) ?? ""
                    file = numbers[path] ?? files.count
                    if file == files.count { files.append(path) }
                    numbers[path] = file
                    own[row.file] = file
                }
                rows[index] = Row(start: row.start, end: row.end, file: file, line: row.line)
            }
        }
        rows.sort { $0.start < $1.start }
    }

    /// The line of an address; 0 where it has none.
    func line(of address: UInt64) -> UInt32 {
        let place = rows.partitionPoint { $0.start > address }
        return place > 0 && address < rows[place - 1].end ? rows[place - 1].line : 0
    }

    /// The lines of the code at some addresses: those in the file of the first of them.
    func lines(of addresses: Range<UInt64>) -> SourceLines? {
        var place = rows.partitionPoint { $0.start >= addresses.lowerBound }
        guard place < rows.count, rows[place].start < addresses.upperBound else { return nil }
        let start = rows[place]
        if files[start.file].isEmpty { return nil }
        var last = start.line
        var first = start.line
        while place < rows.count, rows[place].start < addresses.upperBound {
            if rows[place].file == start.file {
                first = min(first, rows[place].line)
                last = max(last, rows[place].line)
            }
            place += 1
        }
        return SourceLines(file: files[start.file], first: Int(first), last: Int(last))
    }
}
