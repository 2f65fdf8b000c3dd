// SPDX-License-Identifier: MIT

/// One compilation unit's part of the line table: a program for a small machine, whose steps make the rows.
struct LineProgram {
    /// Sections that contain names, each read when it is first needed: the second is large, and most programs need none of it.
    final class Strings {
        /// The object.
        private let sections: ObjectSections
        /// `.debug_line_str`.
        private(set) lazy var lines = sections.section(".debug_line_str")
        /// `.debug_str`.
        private(set) lazy var common = sections.section(".debug_str")

        /// Reads the line tables of an object.
        init(_ sections: ObjectSections) { self.sections = sections }
    }

    /// The source of an address.
    struct Row {
        /// The file, by its number.
        var file: UInt64 = 1
        /// The line; 0 for code without a line.
        var line: UInt32 = 1
        /// The column.
        var column: UInt32 = 0
    }

    /// The version of the format.
    private let version: UInt64
    /// The size of an offset into another section, in bytes.
    private let offsetWidth: Int
    /// The part of the head that names directories and files.
    private var head: SectionBytes
    /// The steps.
    private var steps: SectionBytes
    /// By how many bytes an address moves at least.
    private let unit: UInt64
    /// The smallest line advance of a special opcode, the range of advances, and the first special opcode.
    private let (lineBase, lineRange, firstSpecial): (Int64, UInt64, UInt8)
    /// The number of operands of each of the standard steps.
    private var operandCounts: [UInt8] = []

    /// Reads the head of a unit; nil if its version is unknown or its values are impossible.
    init?(_ unit: SectionBytes, isLong: Bool) {
        var bytes = unit
        offsetWidth = isLong ? 8 : 4
        version = bytes.number(2)
        guard (2...5).contains(version) else { return nil }
        if version >= 5 { bytes.skip(2) }
        let length = bytes.number(offsetWidth)
        head = bytes.part(length)
        steps = bytes
        self.unit = head.number(1)
        if version >= 4 { head.skip(1) }
        head.skip(1)
        lineBase = Int64(Int8(bitPattern: head.byte()))
        lineRange = head.number(1)
        firstSpecial = head.byte()
        guard lineRange > 0, firstSpecial > 0, !head.hasFailed else { return nil }
        for _ in 1..<firstSpecial { operandCounts.append(head.byte()) }
    }

    // MARK: The rows

    /// The machine's registers, and the row before.
    private struct Machine {
        /// The address that is reached.
        var address: UInt64 = 0
        /// The current row.
        var row = Row()
        /// The row before, which reaches up to `address`.
        var before: (address: UInt64, row: Row)?
    }

    /// The rows of some addresses, which are sorted.
    mutating func rows(of wanted: [UInt64]) -> [UInt64: Row] {
        var found: [UInt64: Row] = [:]
        guard let lowest = wanted.first, let highest = wanted.last else { return found }
        forEachRow { start, end, row in
            // Code that the linker has removed has the address 0.
            if start > 0, start <= highest, end > lowest {
                for address in wanted where address >= start && address < end { found[address] = row }
            }
        }
        return found
    }

    /// Makes all rows: calls with the first address of each, the one after its last, and the row.
    mutating func forEachRow(_ visit: (UInt64, UInt64, Row) -> Void) {
        var machine = Machine()
        func emit() {
            if let before = machine.before { visit(before.address, machine.address, before.row) }
            machine.before = (machine.address, machine.row)
        }
        while !steps.isAtEnd {
            let step = steps.byte()
            if step >= firstSpecial {
                advance(&machine, bySpecial: step)
                let change = lineBase + Int64(UInt64(step - firstSpecial) % lineRange)
                machine.row.line = UInt32(truncatingIfNeeded: Int64(machine.row.line) &+ change)
                emit()
                continue
            }
            switch step {
            case 0: if extended(&machine) { emit(); machine = Machine() }
            case 1: emit()
            default: standard(step, &machine)
            }
        }
    }

    /// Moves the address as a special step does.
    private func advance(_ machine: inout Machine, bySpecial step: UInt8) {
        machine.address &+= UInt64(step - firstSpecial) / lineRange &* unit
    }

    /// Does a standard step that makes no row.
    private mutating func standard(_ step: UInt8, _ machine: inout Machine) {
        switch step {
        case 2: machine.address &+= steps.unsigned() &* unit
        case 3: machine.row.line = UInt32(truncatingIfNeeded: Int64(machine.row.line) &+ steps.signed())
        case 4: machine.row.file = steps.unsigned()
        case 5: machine.row.column = UInt32(truncatingIfNeeded: steps.unsigned())
        case 8: advance(&machine, bySpecial: 255)
        case 9: machine.address &+= steps.number(2)
        default: for _ in 0..<operandCounts[Int(step) - 1] { _ = steps.unsigned() }
        }
    }

    /// Does an extended step; whether it ends the sequence.
    private mutating func extended(_ machine: inout Machine) -> Bool {
        let length = steps.unsigned()
        var operands = steps.part(length)
        if length == 0 { return false }
        switch operands.byte() {
        case 1: return true
        case 2: machine.address = operands.number(8)
        default: break
        }
        return false
    }

    // MARK: The files

    /// The files of a unit.
    struct FileTable {
        /// The directories; of those that are relative, the first is the start.
        fileprivate let directories: [String]
        /// The files, each with the number of its directory.
        fileprivate let files: [(name: String, directory: Int)]

        /// The number of entries, of which some may have no path.
        var count: Int { files.count }

        /// The path of a file by its number.
        func path(_ number: UInt64) -> String? {
            guard number < files.count, case let file = files[Int(number)], !file.name.isEmpty else { return nil }
            guard !file.name.hasPrefix("/"), directories.indices.contains(file.directory) else { return file.name }
            var directory = directories[file.directory]
            if !directory.hasPrefix("/"), let first = directories.first, file.directory > 0, !first.isEmpty {
                directory = "\(first)/\(directory)"
            }
            return directory.isEmpty ? file.name : "\(directory)/\(file.name)"
        }
    }

    /// Reads the names of the files.
    mutating func files(_ strings: Strings) -> FileTable {
        var directories: [String] = []
        var files: [(name: String, directory: Int)] = []
        if version >= 5 {
            directories = entries(strings).map(\.name)
            files = entries(strings)
        } else {
            // The first is the one that the compiler ran in, which only another section knows.
            directories = [""]
            while !head.hasFailed, case let name = head.text(), !name.isEmpty { directories.append(name) }
            files = [("", 0)]
            while !head.hasFailed, case let name = head.text(), !name.isEmpty {
                files.append((name, Int(clamping: head.unsigned())))
                _ = (head.unsigned(), head.unsigned())
            }
        }
        return FileTable(directories: directories, files: files)
    }

    /// Directories or files as version 5 lists them: first the form of an entry, then the entries.
    private mutating func entries(_ strings: Strings) -> [(name: String, directory: Int)] {
        var forms: [(content: UInt64, form: UInt64)] = []
        for _ in 0..<head.byte() { forms.append((head.unsigned(), head.unsigned())) }
        let count = head.unsigned()
        var entries: [(name: String, directory: Int)] = []
        // An entry takes a byte at least, where there is anything in one.
        guard !forms.isEmpty, count <= UInt64(max(0, head.end - head.place)) else { return [] }
        for _ in 0..<count {
            var entry = (name: "", directory: 0)
            for part in forms {
                let (text, number) = value(part.form, strings)
                if part.content == 1 { entry.name = text ?? "" }
                if part.content == 2 { entry.directory = Int(clamping: number) }
            }
            if head.hasFailed { break }
            entries.append(entry)
        }
        return entries
    }

    /// A part of an entry.
    private mutating func value(_ form: UInt64, _ strings: Strings) -> (text: String?, number: UInt64) {
        switch form {
        case 0x08: return (head.text(), 0)
        case 0x1F: return (Self.text(strings.lines, head.number(offsetWidth)), 0)
        case 0x0E: return (Self.text(strings.common, head.number(offsetWidth)), 0)
        case 0x0B: return (nil, head.number(1))
        case 0x05: return (nil, head.number(2))
        case 0x06: return (nil, head.number(4))
        case 0x07: return (nil, head.number(8))
        case 0x0F: return (nil, head.unsigned())
        case 0x1E: head.skip(16)
        case 0x09: head.skip(head.unsigned())
        // An entry of unknown length ends the list.
        default: head.skip(.max)
        }
        return (nil, 0)
    }

    /// The text at a place of a section.
    private static func text(_ section: [UInt8], _ place: UInt64) -> String {
        guard place < section.count else { return "" }
        var bytes = SectionBytes(section, Int(place)..<section.count)
        return bytes.text()
    }
}
