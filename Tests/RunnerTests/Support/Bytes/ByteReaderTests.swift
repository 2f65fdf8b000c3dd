// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport

/// Writing and reading the listing's bytes.
struct ByteReaderTests {
    /// Writes into fresh memory of some size and returns what is written, and whether it did not fit.
    func written(room: Int, _ write: (inout ByteWriter) -> Void) -> (bytes: [UInt8], isFull: Bool) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 8)
        defer { memory.deallocate() }
        var writer = ByteWriter(memory)
        write(&writer)
        return (Array(memory[..<writer.count]), writer.isFull)
    }

    @Test("what is written is read")
    func roundTrip() throws {
        let (bytes, isFull) = written(room: 100) {
            $0.append(UInt32(7))
            $0.append(text: "Größe")
            $0.append(Int32(-1))
            $0.append(text: "")
            $0.overwrite(at: 0, with: 8)
            $0.overwrite(at: 97, with: 9)
        }
        #expect(!isFull && bytes.count == 4 + 4 + 7 + 4 + 4)
        var reader = ByteReader(bytes)
        #expect(try reader.read(UInt32.self) == 8)
        #expect(try reader.readString() == "Größe")
        #expect(try reader.read(Int32.self) == -1)
        #expect(!reader.isAtEnd)
        #expect(try reader.readString() == "")
        #expect(reader.isAtEnd)
        #expect(throws: ByteReader.Exhausted.self) { try reader.read(UInt8.self) }
    }

    @Test("full writer stops and says so", arguments: 0..<12)
    func fullWriter(room: Int) {
        let (bytes, isFull) = written(room: room) {
            $0.append(UInt32(1))
            $0.append(text: "four")
            $0.append(UInt8(1))
        }
        #expect(isFull)
        // A text comes whole or not at all.
        #expect(bytes.count == (room < 4 ? 0 : 4))
    }

    @Test("numbers come together as one by one")
    func manyNumbers() throws {
        let numbers: [UInt32] = [7, 0, .max, 1 << 31, 9]
        let together = written(room: 64) { $0.append((numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])) }
            .bytes
        let single = written(room: 64) { for number in numbers { $0.append(number) } }.bytes
        #expect(together == single)
        var reader = ByteReader(together)
        let (first, second, third, fourth, fifth) = try reader.read((UInt32, UInt32, UInt32, UInt32, UInt32).self)
        #expect([first, second, third, fourth, fifth] == numbers)
        #expect(throws: ByteReader.Exhausted.self) { try reader.read(UInt8.self) }
    }

    @Test("text may be absent")
    func absentText() throws {
        let bytes = written(room: 64) {
            $0.append(ByteReader.absent)
            $0.append(text: "")
            $0.append(text: "there")
        }.bytes
        var reader = ByteReader(bytes)
        #expect(try reader.readTextIfPresent() == nil)
        #expect(try reader.readTextIfPresent()?.count == 0)
        #expect(try reader.readTextIfPresent()?.range == 12..<17)
    }

    @Test("text that claims too much is refused")
    func longClaim() {
        var reader = ByteReader([3, 0, 0, 0, 0x41, 0x42])
        #expect(throws: ByteReader.Exhausted.self) { try reader.readText() }
        var huge = ByteReader([0xFF, 0xFF, 0xFF, 0xFF, 0x41])
        #expect(throws: ByteReader.Exhausted.self) { try huge.readText() }
    }

    @Test("a stretch ends where it is asked to")
    func stretchEnd() throws {
        var reader = ByteReader([1, 2, 3, 4], from: 1, to: 3)
        #expect(try reader.read(UInt8.self) == 2)
        #expect(throws: ByteReader.Exhausted.self) { try reader.read(UInt16.self) }
        #expect(try reader.read(UInt8.self) == 3)
        #expect(reader.isAtEnd)
        #expect(ByteReader([1], from: 5, to: 9).isAtEnd)
    }
}
