// SPDX-License-Identifier: MIT

import RunnerSupport

/// The machine code of a function, and the places in it that lead elsewhere.
struct FunctionCode {
    /// A field of four bytes that does not count as it is.
    struct Reference {
        /// The kind of a reference.
        enum Kind {
            /// A distance to something outside the function, at an address.
            case distance(UInt64)
            /// The line of an assertion.
            case line
            /// The length of a path in the package, from the package on.
            case length(UInt64)
        }

        /// Where it is in the file.
        let field: Int
        /// The kind of the reference.
        let kind: Kind
    }

    /// The means by which code is read as it is in an image.
    struct Context {
        /// The functions and variables of the image.
        let symbols: ImageSymbols
        /// The places in code whose four bytes are a distance, in order.
        let distances: [UInt64]
        /// The lines of the code.
        let lines: LineRows?
        /// The directory of the package, with a slash at its end; empty where there is none.
        let root: [UInt8]
    }

    /// Where the code is in the file; empty where it cannot be read.
    private(set) var place: Range<Int> = 0..<0
    /// The references to other places, in order.
    private(set) var references: [Reference] = []
    /// Whether it could not be read.
    private(set) var isOpaque = true

    /// Reads the code at some addresses.
    init(_ image: LinkedImage, from start: UInt64, count: UInt64, _ context: Context) {
        let distances = context.distances
        guard let section = image.sectionIndex(at: start), let offset = image.place(of: start),
            count <= image.sections[section].end - start
        else { return }
        let end = offset + Int(count)
        place = offset..<end
        let first = distances.partitionPoint { $0 >= start }
        let last = distances.partitionPoint { $0 >= start + count }
        var (next, expected) = (offset, first)
        var arguments = LineArguments()
        while next < end {
            guard let instruction = Instruction(image.bytes, at: next, end: end) else { return }
            let behind = next + instruction.length
            defer { next = behind }
            let called = instruction.field.map {
                UInt64(bitPattern: Int64(start) + Int64(behind - offset) + image.distance(next + $0))
            }
            arguments.take(
                image.bytes[next..<behind], instruction.prefixes, hasDistance: called != nil, into: &references,
                called: { called.map(context.symbols.taking(at:)) ?? .none },
                line: { context.lines?.line(of: start + UInt64(next - offset)) ?? 0 })
            guard let target = called, let field = instruction.field.map({ next + $0 }) else { continue }
            let address = start + UInt64(field - offset)
            if expected < last, distances[expected] == address { expected += 1 }
            if target < start || target >= start + count {
                references.append(Reference(field: field, kind: .distance(target)))
                if let length = image.pathLength(at: target, below: context.root) {
                    arguments.take(path: length, root: context.root.count)
                }
            }
        }
        // A field that was not seen as one would count with its address: the code was not read as it is.
        isOpaque = expected < last
        // A line comes before the call that it was found by.
        references.sort { $0.field < $1.field }
    }

    /// The number of the code; what is elsewhere counts as it says.
    func number(_ image: LinkedImage, _ text: (UInt64) -> UInt64) -> UInt64 {
        var result = Fingerprint()
        result.add(UInt64(place.count))
        var next = place.lowerBound
        for reference in references {
            image.add(next..<reference.field, to: &result)
            switch reference.kind {
            case .distance(let target): result.add(text(target))
            case .line: result.add(UInt64(1))
            case .length(let count): result.add(count)
            }
            next = reference.field + 4
        }
        image.add(next..<place.upperBound, to: &result)
        return result.value
    }
}

extension LinkedImage {
    /// The length of the text at an address, where it is a path below a directory; nil where it is none.
    func pathLength(at address: UInt64, below root: [UInt8]) -> Int? {
        guard !root.isEmpty, let place = place(of: address), place + root.count < bytes.count,
            bytes[place] == root[0], bytes[place..<place + root.count].elementsEqual(root)
        else { return nil }
        return bytes[place...].prefix(1 << 16).firstIndex(of: 0).map { $0 - place }
    }

    /// Takes a stretch of the file into a number.
    func add(_ stretch: Range<Int>, to result: inout Fingerprint) {
        bytes.withUnsafeBytes { result.add(UnsafeRawBufferPointer(rebasing: $0[stretch])) }
    }
}
