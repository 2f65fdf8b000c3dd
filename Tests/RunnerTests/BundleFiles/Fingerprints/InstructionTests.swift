// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerBundleFiles

/// The lengths of instructions, and the places of their distances; the encodings are those of Intel's manual.
struct InstructionTests {
    /// An instruction.
    struct Sample: CustomTestStringConvertible {
        /// As an assembler writes it.
        let text: String
        /// Its bytes.
        let bytes: [UInt8]
        /// Where its distance begins, if it has one.
        var field: Int?

        var testDescription: String { text }
    }

    static let samples = [
        Sample(text: "ret", bytes: [0xC3]),
        Sample(text: "endbr64", bytes: [0xF3, 0x0F, 0x1E, 0xFA]),
        Sample(text: "push %rbp", bytes: [0x55]),
        Sample(text: "mov %rsp,%rbp", bytes: [0x48, 0x89, 0xE5]),
        Sample(text: "sub $0x10,%rsp", bytes: [0x48, 0x83, 0xEC, 0x10]),
        Sample(text: "sub $0x1000,%rsp", bytes: [0x48, 0x81, 0xEC, 0, 0x10, 0, 0]),
        Sample(text: "mov $42,%eax", bytes: [0xB8, 42, 0, 0, 0]),
        Sample(text: "movw $42,%ax", bytes: [0x66, 0xB8, 42, 0]),
        Sample(text: "movabs $1,%rax", bytes: [0x48, 0xB8, 1, 0, 0, 0, 0, 0, 0, 0]),
        Sample(text: "call .+5", bytes: [0xE8, 0, 0, 0, 0], field: 1),
        Sample(text: "jne .+6", bytes: [0x0F, 0x85, 0, 0, 0, 0], field: 2),
        Sample(text: "jmp .+2", bytes: [0xEB, 0]),
        Sample(text: "lea 1(%rip),%rax", bytes: [0x48, 0x8D, 0x05, 1, 0, 0, 0], field: 3),
        Sample(text: "cmpb $1,2(%rip)", bytes: [0x80, 0x3D, 2, 0, 0, 0, 1], field: 2),
        Sample(text: "movl $1,2(%rip)", bytes: [0xC7, 0x05, 2, 0, 0, 0, 1, 0, 0, 0], field: 2),
        Sample(text: "mov 8(%rsp,%rax,8),%rcx", bytes: [0x48, 0x8B, 0x4C, 0xC4, 8]),
        Sample(text: "mov 0x1000(,%rax,8),%rcx", bytes: [0x48, 0x8B, 0x0C, 0xC5, 0, 0x10, 0, 0]),
        Sample(text: "mov -8(%rbp),%rdi", bytes: [0x48, 0x8B, 0x7D, 0xF8]),
        Sample(text: "testb $1,%al", bytes: [0xF6, 0xC0, 1]),
        Sample(text: "not %al", bytes: [0xF6, 0xD0]),
        Sample(text: "testl $1,%ecx", bytes: [0xF7, 0xC1, 1, 0, 0, 0]),
        Sample(text: "neg %rcx", bytes: [0x48, 0xF7, 0xD9]),
        Sample(text: "mov %fs:0,%rax", bytes: [0x64, 0x48, 0x8B, 0x04, 0x25, 0, 0, 0, 0]),
        Sample(text: "lock cmpxchg %rdx,(%rdi)", bytes: [0xF0, 0x48, 0x0F, 0xB1, 0x17]),
        Sample(text: "movsd 4(%rip),%xmm0", bytes: [0xF2, 0x0F, 0x10, 0x05, 4, 0, 0, 0], field: 4),
        Sample(text: "pshufd $0x44,%xmm0,%xmm0", bytes: [0x66, 0x0F, 0x70, 0xC0, 0x44]),
        Sample(text: "pinsrq $1,%rax,%xmm0", bytes: [0x66, 0x48, 0x0F, 0x3A, 0x22, 0xC0, 1]),
        Sample(text: "vmovups (%rdi),%ymm0", bytes: [0xC5, 0xFC, 0x10, 0x07]),
        Sample(text: "vzeroupper", bytes: [0xC5, 0xF8, 0x77]),
        Sample(text: "nopw 0(%rax,%rax,1)", bytes: [0x66, 0x0F, 0x1F, 0x84, 0, 0, 0, 0, 0]),
        Sample(text: "ud2", bytes: [0x0F, 0x0B]),
        Sample(text: "movslq (%rcx,%rax,4),%rax", bytes: [0x48, 0x63, 0x04, 0x81]),
        Sample(text: "imul $3,%rax,%rax", bytes: [0x48, 0x6B, 0xC0, 3]),
        Sample(text: "bt $3,%eax", bytes: [0x0F, 0xBA, 0xE0, 3]),
    ]

    @Test("has the length and the field that the manual says", arguments: samples)
    func lengths(sample: Sample) throws {
        let padded = [0x90] + sample.bytes + [0x90, 0x90]
        let instruction = try #require(Instruction(padded, at: 1, end: padded.count))
        #expect(instruction.length == sample.bytes.count)
        #expect(instruction.field == sample.field)
        // The last one of a function.
        let last = try #require(Instruction(sample.bytes, at: 0, end: sample.bytes.count))
        #expect(last.length == sample.bytes.count)
    }

    @Test("is none where its bytes end too early", arguments: samples.filter { $0.bytes.count > 1 })
    func cutOff(sample: Sample) {
        let cut = Array(sample.bytes.dropLast())
        if let instruction = Instruction(cut, at: 0, end: cut.count) { #expect(instruction.length <= cut.count) }
        #expect(Instruction([], at: 0, end: 0) == nil)
    }
}
