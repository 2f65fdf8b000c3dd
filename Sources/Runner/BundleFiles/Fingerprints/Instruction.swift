// SPDX-License-Identifier: MIT

/// The length of an instruction for x86_64, and the place of its relative field of four bytes.
///
/// No more is decoded: a function's bytes are compared, and only what says how far away something is has to be read as a name.
struct Instruction: Equatable {
    /// The size, in bytes.
    let length: Int
    /// Where in it the field begins; nil where it has none.
    var field: Int?
    /// The prefixes of its operation code.
    let prefixes: Prefixes

    /// Decodes the instruction at a place; nil where its bytes end too early or make no sense.
    init?(_ bytes: [UInt8], at start: Int, end: Int) {
        var reader = Reader(bytes: bytes, place: start, end: end)
        prefixes = reader.prefixes()
        let form = reader.form(prefixes)
        guard !reader.hasFailed, let form else { return nil }
        if form.hasOperand { field = reader.operand().map { $0 - start } }
        if form.isRelative { field = reader.place - start }
        reader.place += form.immediate
        guard !reader.hasFailed, reader.place <= end, reader.place - start <= 15 else { return nil }
        length = reader.place - start
    }

    /// The form of the bytes after an operation code.
    private struct Form {
        /// Whether a byte with the operands follows (ModRM).
        var hasOperand = false
        /// The number of bytes of immediate numbers that follow.
        var immediate = 0
        /// Whether these are a distance of four bytes.
        var isRelative = false
    }

    /// The prefixes.
    struct Prefixes: Equatable {
        /// The size, in bytes.
        var count = 0
        /// Whether numbers have two bytes in place of four.
        var isShort = false
        /// The one that extends the numbers of registers (REX); 0 where there is none.
        var rex: UInt8 = 0

        /// Whether operands have eight bytes.
        var isWide: Bool { rex & 8 != 0 }
    }

    /// Reads the parts of an instruction.
    private struct Reader {
        /// The bytes that it is in.
        let bytes: [UInt8]
        /// The next byte.
        var place: Int
        /// The place after the last byte that may be read.
        let end: Int
        /// Whether more was asked for than there is.
        var hasFailed = false

        /// The byte at some distance; zero past the end, which is a fault.
        mutating func peek(_ distance: Int = 0) -> UInt8 {
            guard place + distance < end else {
                hasFailed = true
                return 0
            }
            return bytes[place + distance]
        }

        /// The next byte.
        mutating func next() -> UInt8 {
            defer { place += 1 }
            return peek()
        }

        /// Passes over the prefixes.
        mutating func prefixes() -> Prefixes {
            var found = Prefixes()
            let start = place
            while !hasFailed, found.rex == 0 {
                switch peek() {
                case 0x66: found.isShort = true
                case 0x67, 0xF2, 0xF3, 0x2E, 0x36, 0x3E, 0x26, 0x64, 0x65, 0xF0: break
                case 0x40...0x4F: found.rex = peek()
                default: return found
                }
                place += 1
                found.count = place - start
            }
            return found
        }

        /// Passes over the operation code.
        mutating func form(_ prefixes: Prefixes) -> Form? {
            switch peek() {
            case 0xC5: return vectorForm(map: 1, skipping: 2)
            case 0xC4: return vectorForm(map: peek(1) & 31, skipping: 3)
            case 0x62: return vectorForm(map: peek(1) & 7, skipping: 4)
            case 0x0F:
                place += 1
                return secondForm()
            default:
                let code = next()
                // The last instruction may have no further byte.
                return Self.firstForm(code, of: place < end ? bytes[place] : 0, prefixes)
            }
        }

        /// The form after a prefix for vectors.
        private mutating func vectorForm(map: UInt8, skipping count: Int) -> Form? {
            place += count
            let code = next()
            guard (1...3).contains(map) else { return nil }
            let hasNumber = map == 3 || map == 1 && Self.hasSelector(code)
            return Form(hasOperand: !(map == 1 && code == 0x77), immediate: hasNumber ? 1 : 0)
        }

        /// Whether a vector instruction has a byte that selects something.
        private static func hasSelector(_ code: UInt8) -> Bool {
            (0x70...0x73).contains(code) || code == 0xC2 || (0xC4...0xC6).contains(code)
        }

        /// The form of a code of two bytes or three.
        private mutating func secondForm() -> Form? {
            let code = next()
            switch code {
            case 0x38:
                place += 1
                return Form(hasOperand: true)
            case 0x3A:
                place += 1
                return Form(hasOperand: true, immediate: 1)
            case 0x80...0x8F: return Form(immediate: 4, isRelative: true)
            case 0x05, 0x06, 0x08, 0x09, 0x0B, 0x30...0x37, 0x77, 0xA0...0xA2, 0xA8...0xAA, 0xC8...0xCF: return Form()
            default:
                let hasNumber = Self.hasSelector(code) || code == 0xA4 || code == 0xAC || code == 0xBA
                return Form(hasOperand: true, immediate: hasNumber ? 1 : 0)
            }
        }

        /// The form of a code of one byte, before a further byte that some look at.
        private static func firstForm(_ code: UInt8, of operand: UInt8, _ prefixes: Prefixes) -> Form? {
            let number = prefixes.isShort ? 2 : 4
            switch code {
            case 0x00..<0x40:
                switch code & 7 {
                case 0...3: return Form(hasOperand: true)
                case 4: return Form(immediate: 1)
                case 5: return Form(immediate: number)
                default: return nil
                }
            case 0x50...0x5F, 0x90...0x99, 0x9B...0x9F, 0xA4...0xA7, 0xAA...0xAF: return Form()
            case 0xC3, 0xC9, 0xCB, 0xCC, 0xCF, 0xF1, 0xF4, 0xF5, 0xF8...0xFD, 0xEC...0xEF, 0x6C...0x6F, 0xD7:
                return Form()
            case 0x63, 0x84...0x8F, 0xD0...0xD3, 0xD8...0xDF, 0xFE, 0xFF: return Form(hasOperand: true)
            case 0x68, 0xA9: return Form(immediate: number)
            case 0x6A, 0x70...0x7F, 0xA8, 0xB0...0xB7, 0xCD, 0xE0...0xE7, 0xEB: return Form(immediate: 1)
            case 0x69, 0x81, 0xC7: return Form(hasOperand: true, immediate: number)
            case 0x6B, 0x80, 0x83, 0xC0, 0xC1, 0xC6: return Form(hasOperand: true, immediate: 1)
            case 0xA0...0xA3: return Form(immediate: 8)
            case 0xB8...0xBF: return Form(immediate: prefixes.isWide ? 8 : number)
            case 0xC2, 0xCA: return Form(immediate: 2)
            case 0xC8: return Form(immediate: 3)
            case 0xE8, 0xE9: return Form(immediate: 4, isRelative: true)
            case 0xF6: return Form(hasOperand: true, immediate: operand >> 3 & 7 < 2 ? 1 : 0)
            case 0xF7: return Form(hasOperand: true, immediate: operand >> 3 & 7 < 2 ? number : 0)
            default: return nil
            }
        }

        /// Passes over the operands; the place of a distance from the next instruction, where there is one.
        mutating func operand() -> Int? {
            let modes = next()
            let (mode, register) = (modes >> 6, modes & 7)
            if mode == 3 { return nil }
            var relative: Int?
            if register == 4 {
                let scaled = next()
                if mode == 0, scaled & 7 == 5 { place += 4 }
            } else if mode == 0, register == 5 {
                relative = place
                place += 4
            }
            if mode == 1 { place += 1 } else if mode == 2 { place += 4 }
            return relative
        }
    }
}
