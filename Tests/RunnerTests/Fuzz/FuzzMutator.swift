// SPDX-License-Identifier: MIT

/// Makes inputs of others: what comes out is decided by the seed and the number of the input alone.
struct FuzzMutator {
    /// The inputs to start from.
    let inputs: [[UInt8]]
    /// The tokens of inputs.
    let tokens: [[UInt8]]

    /// The longest input, in bytes.
    private static let limit = 1 << 18
    /// Numbers at the edges of what fits.
    private static let edges: [UInt64] = [
        0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x1_0000_0000,
        1 << 53, 1 << 62, 0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFE, .max,
    ]

    /// One in so many inputs is another one in which a part is repeated until it is as long as may be, and nothing else
    /// is changed: what takes more time than in proportion shows where the rest is still understood.
    private static let rarityOfLength = 8

    /// An input.
    func input(seed: UInt64, number: Int) -> [UInt8] {
        var random = SeededNumbers(state: seed ^ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
        var bytes = random.pick(inputs) ?? []
        if number % Self.rarityOfLength == Self.rarityOfLength - 1 {
            lengthen(&bytes, &random)
            return bytes
        }
        for _ in 0...random.below(random.below(4) == 0 ? 12 : 3) { change(&bytes, &random) }
        if bytes.count > Self.limit { bytes.removeLast(bytes.count - Self.limit) }
        return bytes
    }

    /// Changes something.
    private func change(_ bytes: inout [UInt8], _ random: inout SeededNumbers) {
        let (start, length) = (
            random.below(bytes.count + 1), random.below(8) == 0 ? random.below(bytes.count) : random.below(9)
        )
        let end = min(bytes.count, start + length)
        switch random.below(13) {
        case 0 where !bytes.isEmpty: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        case 1 where !bytes.isEmpty: bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        case 2: bytes.removeSubrange(start..<end)
        case 3: bytes.insert(contentsOf: bytes[start..<end], at: random.below(bytes.count + 1))
        case 4: bytes.insert(contentsOf: random.pick(tokens) ?? [0], at: start)
        case 5: bytes.replaceSubrange(start..<end, with: random.pick(tokens) ?? [])
        case 6: replaceNumber(&bytes, &random)
        case 7: writeNumber(&bytes, &random)
        case 8:
            // Another's end behind this one's beginning.
            let other = random.pick(inputs) ?? []
            bytes = Array(bytes[..<start]) + other[random.below(other.count + 1)...]
        case 9: repeatPart(&bytes, start..<end, &random)
        case 10: bytes.removeLast(random.below(min(bytes.count + 1, 64)))
        case 11: bytes.insert(contentsOf: Self.scalar(&random), at: start)
        default: swapParts(&bytes, &random)
        }
    }

    /// Puts a number at the edge in the place of some digits.
    private func replaceNumber(_ bytes: inout [UInt8], _ random: inout SeededNumbers) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let places = bytes.indices.filter { digits.contains(bytes[$0]) }
        guard let place = random.pick(places) else { return }
        let end = bytes[place...].firstIndex { !digits.contains($0) } ?? bytes.endIndex
        let number = String(random.pick(Self.edges) ?? 0)
        let text = [number, "-\(number)", "\(number).5", "\(number)e9", "\(number)\(number)"][random.below(5)]
        bytes.replaceSubrange(place..<end, with: Array(text.utf8))
    }

    /// Writes a number at the edge over some bytes, the lowest first.
    private func writeNumber(_ bytes: inout [UInt8], _ random: inout SeededNumbers) {
        let width = [1, 2, 4, 8][random.below(4)]
        guard bytes.count >= width else { return }
        var place = random.below(bytes.count - width + 1)
        if random.below(2) == 0 { place -= place % width }
        var number = random.pick(Self.edges) ?? 0
        if random.below(3) == 0 { number = UInt64(random.below(2 * bytes.count)) }
        for byte in 0..<width { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)) }
    }

    /// Repeats a part: often enough to show what takes more time than in proportion.
    private func repeatPart(_ bytes: inout [UInt8], _ range: Range<Int>, _ random: inout SeededNumbers) {
        let part = range.isEmpty ? random.pick(tokens) ?? [0x28] : Array(bytes[range])
        let room = Self.limit / max(1, part.count)
        let count = random.below(min(room, random.below(10) == 0 ? room : 64) + 1)
        bytes.insert(contentsOf: Array(repeatElement(part, count: count).joined()), at: range.lowerBound)
    }

    /// Repeats a token, or some bytes of the input, at some place, until nothing more fits.
    private func lengthen(_ bytes: inout [UInt8], _ random: inout SeededNumbers) {
        let start = random.below(bytes.count + 1)
        let own = Array(bytes[start..<min(bytes.count, start + 1 + random.below(random.below(2) == 0 ? 2 : 64))])
        let part = random.below(2) == 0 || own.isEmpty ? random.pick(tokens) ?? [0x28] : own
        let count = max(0, Self.limit - bytes.count) / max(1, part.count)
        bytes.insert(contentsOf: Array(repeatElement(part, count: count).joined()), at: start)
    }

    /// Lets two parts change places.
    private func swapParts(_ bytes: inout [UInt8], _ random: inout SeededNumbers) {
        guard bytes.count > 3 else { return }
        let places = (0..<3).map { _ in random.below(bytes.count) }.sorted()
        bytes = Array(
            bytes[..<places[0]] + bytes[places[1]..<places[2]] + bytes[places[0]..<places[1]] + bytes[places[2]...])
    }

    /// A character that is often forgotten, or bytes that are none.
    private static func scalar(_ random: inout SeededNumbers) -> [UInt8] {
        let texts = [
            "\0", "\u{7F}", "\u{80}", "ä", "\u{301}", "日", "😀", "\u{FEFF}", "\u{202E}", "\r", "\u{2028}", "ß", "İ",
        ]
        let broken: [[UInt8]] = [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0x80]]
        return random.below(4) == 0 ? random.pick(broken) ?? [] : Array((random.pick(texts) ?? "").utf8)
    }
}
