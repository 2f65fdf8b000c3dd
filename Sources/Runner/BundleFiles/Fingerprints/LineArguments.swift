// SPDX-License-Identifier: MIT

import RunnerSupport

/// Finds the numbers in a function's code that say to an assertion in which line it is, and the lengths of paths in the package.
///
/// Only what runs from one call to the next counts, without a jump between. If the line is not just one of the numbers that such a
/// stretch has, nothing is found, and the lines count; so it is with lengths.
struct LineArguments {
    /// The way in which a function takes the line that calls it, by its name.
    enum Taking: UInt8 {
        /// It takes none, or one that a test may see.
        case none
        /// It is an assertion, which only reports it.
        case assertion
        /// It makes a place in the source, whose line is its fifth argument.
        case place
    }

    /// A number in the code.
    fileprivate struct Number {
        /// Where it is in the file.
        let field: Int
        /// The value of the number.
        let value: UInt32
        /// The register that it goes to; nil where it goes to memory.
        var register: UInt8?
        /// The register that addresses the memory of the number, and the distance from there.
        var memory: (base: UInt32, distance: Int32)?
    }

    /// The register of a fifth argument.
    private static let fifthRegister: UInt8 = 8

    /// The numbers since the last call.
    private var numbers: [Number] = []
    /// The lengths of the paths that it refers to since then.
    private var lengths: [Int] = []
    /// The number of bytes of each that belong to the directory of the package.
    private var root = 0

    /// Takes in a path in the package, and how long that of the package is.
    mutating func take(path length: Int, root: Int) {
        lengths.append(length)
        self.root = root
    }

    /// Forgets what was before a call or a jump; adds the lengths of paths.
    ///
    /// - Parameter line: The place of the number that is a line.
    private mutating func end(_ line: Int?, _ found: inout [FunctionCode.Reference]) {
        for length in Set(lengths) {
            let fields = numbers.filter { $0.field != line && $0.value == UInt32(truncatingIfNeeded: length) }
            // Each path has one.
            guard fields.count == lengths.count(where: { $0 == length }) else { continue }
            for number in fields {
                found.append(FunctionCode.Reference(field: number.field, kind: .length(UInt64(length - root))))
            }
        }
        (numbers, lengths) = ([], [])
    }

    /// Takes in an instruction; adds the line where it is a call that takes one.
    ///
    /// - Parameters:
    ///   - prefixes: The prefixes of its operation code.
    ///   - hasDistance: Whether it has a distance to something else.
    ///   - called: The way in which the called function takes lines.
    ///   - line: The line of the call.
    mutating func take(
        _ bytes: ArraySlice<UInt8>, _ prefixes: Instruction.Prefixes, hasDistance: Bool,
        into found: inout [FunctionCode.Reference], called: () -> Taking,
        line: () -> UInt32
    ) {
        let (place, extra, isShort) = (bytes.startIndex + prefixes.count, prefixes.rex, prefixes.isShort)
        switch bytes[place] {
        case 0xE8:
            let taking = numbers.isEmpty ? .none : called()
            let field = taking == .none ? nil : taking == .place ? placeLine : assertionLine(line())
            if let field { found.append(FunctionCode.Reference(field: field, kind: .line)) }
            end(field, &found)
        case 0xB8...0xBF where extra & 8 == 0 && !isShort && bytes.endIndex - place == 5:
            numbers.append(Number(bytes, register: bytes[place] & 7 | (extra & 1) << 3))
        case 0xC7 where bytes.endIndex - place >= 6 && !hasDistance && !isShort:
            let modes = bytes[place + 1]
            if modes >> 6 == 3 {
                numbers.append(Number(bytes, register: modes & 7 | (extra & 1) << 3))
            } else {
                numbers.append(Number(bytes, memory: Self.memory(bytes[(place + 1)...], extra & 1)))
            }
        case 0xE0...0xE3, 0xE9...0xEB, 0x70...0x7F, 0xC2, 0xC3, 0xCC, 0xFF: end(nil, &found)
        case 0x0F where place + 1 < bytes.endIndex && (0x80...0x8F).contains(bytes[place + 1]): end(nil, &found)
        default: break
        }
    }

    /// The memory that the operands of an instruction name, in front of a number of four bytes.
    private static func memory(_ operands: ArraySlice<UInt8>, _ extra: UInt8) -> (base: UInt32, distance: Int32)? {
        let modes = operands[operands.startIndex]
        var place = operands.startIndex + 1
        var base = UInt32(extra) << 16 | UInt32(modes & 7)
        if modes & 7 == 4 {
            base |= UInt32(operands[place]) << 8
            place += 1
        }
        switch (modes >> 6, operands.endIndex - 4 - place) {
        case (0, 0): return (base, 0)
        case (1, 1): return (base, Int32(Int8(bitPattern: operands[place])))
        case (2, 4):
            let distance = operands[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            return (base, Int32(bitPattern: distance))
        default: return nil
        }
    }

    /// The line of a place in the source.
    private var placeLine: Int? {
        let found = numbers.filter { $0.register == Self.fifthRegister }
        return found.count == 1 ? found[0].field : nil
    }

    /// The line of an assertion in a line.
    ///
    /// In memory it is after the path of the file: its beginning, its length, its flags. Otherwise there must be just one such number.
    private func assertionLine(_ line: UInt32) -> Int? {
        if line == 0 { return nil }
        let found = numbers.filter { $0.value == line }
        let behindPath = found.filter { number in
            guard let memory = number.memory else { return false }
            func has(_ distance: Int32, _ isRight: (UInt32) -> Bool) -> Bool {
                numbers.contains { other in
                    other.memory.map { $0.base == memory.base && $0.distance == memory.distance &- distance } ?? false
                        && isRight(other.value)
                }
            }
            return has(8) { $0 <= 3 } && has(16) { $0 > 0 }
        }
        if behindPath.count == 1 { return behindPath[0].field }
        return found.count == 1 ? found[0].field : nil
    }
}

extension LineArguments.Number {
    /// The number in the last four bytes of an instruction, and where it goes to.
    fileprivate init(_ bytes: ArraySlice<UInt8>, register: UInt8? = nil, memory: (base: UInt32, distance: Int32)? = nil)
    {
        field = bytes.endIndex - 4
        value = bytes[field...].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        (self.register, self.memory) = (register, memory)
    }
}

extension LineArguments.Taking {
    /// The way in which a function takes lines, by its name.
    init(_ name: UnsafeRawBufferPointer) {
        func starts(_ text: StaticString) -> Bool {
            name.count >= text.utf8CodeUnitCount
                && name.starts(with: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }
        self = .none
        guard starts("$s") else {
            if name.elementsEqual("swift_unexpectedError".utf8) { self = .assertion }
            return
        }
        if starts("$s7Testing14SourceLocationV6__here6fileID")
            || starts("$s7Testing14SourceLocationV17__uncheckedFileID")
        {
            self = .place
        } else if starts("$ss30_diagnoseUnexpectedNilOptional") {
            self = .assertion
        } else if starts("$s6XCTest") || starts("$s7TestKit") || starts("$ss") {
            let label = Array("4file4line".utf8)
            // Functions that only make the value of a parameter end in "fA" and a number.
            let isOfParameter = name.count > 4 && name[name.count - 1] == UInt8(ascii: "_")
            if !isOfParameter, name.indices.contains(where: { name[$0...].starts(with: label) }) { self = .assertion }
        }
    }
}
