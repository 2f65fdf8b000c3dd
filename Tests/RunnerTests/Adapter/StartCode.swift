// SPDX-License-Identifier: MIT

import Foundation

/// The code with which a program begins: the C library's `_start`, which passes the main function to `__libc_start_main`.
struct StartCode {
    /// Where the main function is.
    enum Main: Equatable {
        /// At an address of the image.
        case function(Int)
        /// At the address that is in the image at an address.
        case pointer(Int)
    }

    /// The most bytes that it may have.
    static let limit = 96

    /// Its bytes.
    let bytes: Data
    /// Where they are, from the image's base.
    let address: Int

    /// The main function; nil where the code is another.
    var main: Main? {
        #if arch(x86_64)
        mainOnX86
        #elseif arch(arm64)
        mainOnARM
        #else
        #error("how does the C library pass the main function on this processor?")
        #endif
    }

    /// The main function on x86_64: its address goes to the register `rdi`, from an instruction (`lea`) or from the table of
    /// addresses (`mov`).
    var mainOnX86: Main? {
        let code = [UInt8](bytes)
        for offset in 0..<max(0, code.count - 6) {
            guard code[offset] == 0x48, code[offset + 1] == 0x8D || code[offset + 1] == 0x8B, code[offset + 2] == 0x3D
            else { continue }
            let distance = Int32(bitPattern: word(code, at: offset + 3))
            let target = address + offset + 7 + Int(distance)
            return code[offset + 1] == 0x8D ? .function(target) : .pointer(target)
        }
        return nil
    }

    /// The main function on aarch64: its address goes to the register `x0`, before the first call.
    ///
    /// `adrp` has the page, and `add` the place in it, or `ldr` that of the table of addresses; a linker may make one `adr` of both.
    /// Without position-independent code, `ldr` reads a literal.
    var mainOnARM: Main? {
        let code = [UInt8](bytes)
        var page: Int?
        for offset in stride(from: 0, to: code.count - 3, by: 4) {
            let (instruction, place) = (word(code, at: offset), address + offset)
            // bl
            if instruction & 0xFC00_0000 == 0x9400_0000 { return nil }
            switch instruction {
            case let adr where adr & 0x9F00_001F == 0x1000_0000: return .function(place + Self.distance(adr))
            case let adrp where adrp & 0x9F00_001F == 0x9000_0000: page = place & ~0xFFF + Self.distance(adrp) << 12
            case let add where add & 0xFFC0_03FF == 0x9100_0000:
                if let page { return .function(page + Int(add >> 10 & 0xFFF)) }
            case let load where load & 0xFFC0_03FF == 0xF940_0000:
                if let page { return .pointer(page + Int(load >> 10 & 0xFFF) * 8) }
            case let literal where literal & 0xFF00_001F == 0x5800_0000:
                return .pointer(place + Int((Int32(bitPattern: literal) << 8) >> 13) * 4)
            default: break
            }
        }
        return nil
    }

    /// The distance that `adr` or `adrp` has: 21 bits with a sign.
    private static func distance(_ instruction: UInt32) -> Int {
        let number = instruction >> 29 & 3 | instruction >> 3 & 0x1F_FFFC
        return Int(Int32(bitPattern: number << 11) >> 11)
    }

    /// The four bytes at a place, as a number.
    private func word(_ code: [UInt8], at place: Int) -> UInt32 {
        code[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
