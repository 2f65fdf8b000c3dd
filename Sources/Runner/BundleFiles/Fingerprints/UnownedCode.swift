// SPDX-License-Identifier: MIT

import RunnerSupport

/// The code of an image that belongs to no function.
struct UnownedCode {
    /// Its parts, by address: each begins with a symbol or after a filling, and fillings and the C compiler's own functions are left out.
    private(set) var parts: [Range<UInt64>] = []

    /// The image.
    private let image: LinkedImage
    /// The functions and variables of the image.
    private let symbols: ImageSymbols

    /// Functions of no size that the C compiler's own objects bring along: they only look at tables that are empty.
    private static let startFunctions: Set<String> = [
        "deregister_tm_clones", "register_tm_clones", "__do_global_dtors_aux", "frame_dummy", "_start", "_init",
        "_fini",
        "call_weak_fn", "_dl_relocate_static_pie",
    ]

    /// Finds it.
    init(_ image: LinkedImage, _ symbols: ImageSymbols) {
        (self.image, self.symbols) = (image, symbols)
        parts = gaps().flatMap(parts(of:)).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The part that contains an address.
    func part(at address: UInt64) -> Range<UInt64>? {
        let place = parts.partitionPoint { $0.lowerBound > address }
        return place > 0 && address < parts[place - 1].upperBound ? parts[place - 1] : nil
    }

    /// The stretches of code that belong to no function, without what fills up to the next sixteenth address.
    private func gaps() -> [Range<UInt64>] {
        var result: [Range<UInt64>] = []
        for section in image.sections where section.isCode && !section.name.hasPrefix(".plt") {
            var place = section.start
            let first = symbols.functions.partitionPoint { $0.start >= section.start }
            for function in symbols.functions[first...] {
                if function.start >= section.end { break }
                if function.start > place, (place + 15) & ~15 < function.start {
                    result.append(place..<function.start)
                }
                place = max(place, function.start + function.size)
            }
            if (place + 15) & ~15 < section.end { result.append(place..<section.end) }
        }
        return result
    }

    /// The parts of a stretch of code.
    private func parts(of gap: Range<UInt64>) -> [Range<UInt64>] {
        guard let offset = image.place(of: gap.lowerBound) else { return [gap] }
        let starts = symbols.starts
        let end = offset + Int(gap.upperBound - gap.lowerBound)
        var result: [Range<UInt64>] = []
        var (start, place, isFilling, last) = (gap.lowerBound, offset, true, gap.lowerBound)
        var next = starts.partitionPoint { $0 > gap.lowerBound }
        var flowsOn = false
        func close(_ address: UInt64) {
            let owner = symbols.object(at: start)
            let isKnown = owner.map { $0.start == start && Self.startFunctions.contains(image.text(of: $0.name)) }
            // Without the filling at its end, as the size of a function's symbol is.
            if last > start, !isFilling, isKnown != true { result.append(start..<last) }
            (start, isFilling, last, flowsOn) = (address, true, address, false)
        }
        while place < end {
            let address = gap.lowerBound + UInt64(place - offset)
            if next < starts.count, address >= starts[next] {
                close(address)
                next += 1
            }
            guard let instruction = Instruction(image.bytes, at: place, end: end) else {
                isFilling = isFilling && image.bytes[place] == 0
                place += 1
                if !isFilling { last = address + 1 }
                continue
            }
            let behind = place + instruction.length
            let isNothing = Self.isFilling(image.bytes[place..<behind])
            if !isNothing {
                isFilling = false
                flowsOn = Self.flowsOn(image.bytes[place + instruction.prefixes.count..<behind])
            }
            place = behind
            // A filling up to such an address ends a function, unless the code before it runs on.
            let after = gap.lowerBound + UInt64(place - offset)
            if !isNothing { last = after }
            if isNothing, after & 15 == 0, !flowsOn { close(after) }
        }
        close(gap.upperBound)
        return result
    }

    /// Whether the next instruction may run after one of this operation code: it is no return, jump or trap.
    private static func flowsOn(_ code: ArraySlice<UInt8>) -> Bool {
        guard let first = code.first else { return true }
        if [0xC2, 0xC3, 0xE9, 0xEB, 0xF4].contains(first) || code.starts(with: [0x0F, 0x0B]) { return false }
        return !(first == 0xFF && code.dropFirst().first.map { $0 & 0x38 == 0x20 } ?? false)
    }

    /// Whether an instruction does nothing.
    private static func isFilling(_ bytes: ArraySlice<UInt8>) -> Bool {
        let code = bytes.drop { $0 == 0x66 || $0 == 0x2E || $0 == 0x48 }
        return code.elementsEqual([0x90]) || code.elementsEqual([0xCC]) || code.starts(with: [0x0F, 0x1F])
            || bytes.allSatisfy { $0 == 0 }
    }
}
