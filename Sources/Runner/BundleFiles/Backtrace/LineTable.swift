// SPDX-License-Identifier: MIT

/// The lines of source code that a library's code was made from (DWARF 2 to 5, chapter 6.2).
struct LineTable {
    /// A place in a source file.
    struct Place: Equatable {
        /// Its path.
        let file: String
        /// From 1.
        let line: UInt32
        /// From 1; 0 where it is not known.
        let column: UInt32
    }

    /// The programs that make the table.
    private let programs: [UInt8]
    /// Names that a program's head points to, in two sections.
    let strings: LineProgram.Strings

    /// The table of an object.
    init(_ sections: ObjectSections) {
        programs = sections.section(ObjectSections.lines)
        strings = LineProgram.Strings(sections)
    }

    /// The places of some addresses; nothing for those that have none.
    func places(of addresses: [UInt64]) -> [UInt64: Place] {
        var found: [UInt64: Place] = [:]
        let wanted = Set(addresses).sorted()
        var rest = SectionBytes(programs)
        while !rest.isAtEnd, found.count < wanted.count {
            guard var program = Self.program(&rest) else { continue }
            let rows = program.rows(of: wanted)
            if rows.isEmpty { continue }
            let files = program.files(strings)
            for (address, row) in rows where row.line > 0 && found[address] == nil {
                guard let file = files.path(row.file) else { continue }
                found[address] = Place(file: file, line: row.line, column: row.column)
            }
        }
        return found
    }

    /// Hands over the absolute paths of the sources that the code was made from; one may come several times.
    func visitSources(_ take: (String) -> Void) {
        var rest = SectionBytes(programs)
        while !rest.isAtEnd {
            guard var program = Self.program(&rest) else { continue }
            let files = program.files(strings)
            for number in 0..<UInt64(files.count) {
                if let path = files.path(number), path.hasPrefix("/") { take(path) }
            }
        }
    }

    /// The programs of all units.
    func allPrograms() -> [LineProgram] {
        var (found, rest): ([LineProgram], SectionBytes) = ([], SectionBytes(programs))
        while !rest.isAtEnd { if let program = Self.program(&rest) { found.append(program) } }
        return found
    }

    /// The next unit's program; nil if it makes no sense.
    private static func program(_ rest: inout SectionBytes) -> LineProgram? {
        var length = rest.number(4)
        let isLong = length == 0xFFFF_FFFF
        if isLong { length = rest.number(8) }
        let unit = rest.part(length)
        return unit.hasFailed ? nil : LineProgram(unit, isLong: isLong)
    }
}
