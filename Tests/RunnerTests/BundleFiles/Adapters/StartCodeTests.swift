// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The main function in the code with which programs begin, as `objdump` shows that code and the function's address.
///
/// The adapter is compiled by the runner, not by SwiftPM: `StartCode.swift` is a link to its source.
struct StartCodeTests {
    /// The code of aarch64 before the main function's address: `mov x29, #0` to `mov x6, sp`, behind a `nop`.
    private static let head: [UInt32] = [
        0xD503_201F, 0xD280_001D, 0xD280_001E, 0xAA00_03E5, 0xF940_03E1, 0x9100_23E2, 0x9100_03E6,
    ]
    /// The code behind it: two registers, and the call of `__libc_start_main`.
    private static let tail: [UInt32] = [0xD280_0003, 0xD280_0004, 0x97FF_FFE5]

    /// The code of aarch64 with some instructions for the address.
    private static func code(_ instructions: UInt32..., at address: Int) -> StartCode {
        let words = head + instructions + tail
        let bytes = words.flatMap { word in (0..<4).map { UInt8(word >> ($0 * 8) & 0xFF) } }
        return StartCode(bytes: Data(bytes), address: address)
    }

    @Test("on aarch64, GNU's linker leaves an address in the table")
    func table() {
        #expect(Self.code(0xF000_00E0, 0xF947_EC00, at: 0x600).mainOnARM == .pointer(0x1F000 + 4056))
    }

    @Test("on aarch64, LLVM's linker makes one instruction of two")
    func oneInstruction() {
        #expect(Self.code(0xD503_201F, 0x1000_07A0, at: 0x106C0).mainOnARM == .function(0x107D4))
    }

    @Test("on aarch64, the page and the place in it are added, before the page as behind it")
    func page() {
        #expect(Self.code(0x9000_0000, 0x9114_D000, at: 0x400500).mainOnARM == .function(0x400534))
        // adrp x0, .-0x1000: the distance is negative.
        #expect(Self.code(0xF0FF_FFE0, 0x9114_D000, at: 0x400500).mainOnARM == .function(0x3FF534))
    }

    @Test("on aarch64, a literal is read from behind the code")
    func literal() {
        // ldr x0, .+32
        #expect(Self.code(0x5800_0100, at: 0x400500).mainOnARM == .pointer(0x400500 + 28 + 32))
    }

    @Test("on aarch64, nothing behind the first call counts")
    func call() {
        #expect(Self.code(at: 0x600).mainOnARM == nil)
        let late = Self.code(0x94000055, 0x1000_07A0, at: 0x600)
        #expect(late.mainOnARM == nil)
    }

    @Test("on x86_64, the address is of an instruction or of the table")
    func x86() {
        // xor %ecx,%ecx; lea 0xCE(%rip),%rdi; call *0x2F5F(%rip)
        let lea = Data([0x31, 0xC9, 0x48, 0x8D, 0x3D, 0xCE, 0, 0, 0, 0xFF, 0x15, 0x5F, 0x2F, 0, 0])
        #expect(StartCode(bytes: lea, address: 0x1052).mainOnX86 == .function(0x1129))
        let mov = Data([0x31, 0xED, 0x48, 0x8B, 0x3D, 0xF0, 0xFF, 0xFF, 0xFF])
        #expect(StartCode(bytes: mov, address: 0x1040).mainOnX86 == .pointer(0x1040 + 9 - 16))
    }

    @Test("code that ends in the middle has none")
    func truncated() {
        for count in 0..<7 {
            let code = StartCode(bytes: Data([0x48, 0x8D, 0x3D, 0, 0, 0].prefix(count)), address: 0)
            #expect(code.mainOnX86 == nil)
            #expect(code.mainOnARM == nil)
        }
    }
}
