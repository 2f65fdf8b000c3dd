// SPDX-License-Identifier: MIT

import RunnerSupport

/// Makes the fingerprints of an image's functions.
struct FingerprintMaker {
    /// The image.
    private let image: LinkedImage
    /// The functions and variables of the image.
    private let symbols: ImageSymbols
    /// The number for a function whose code cannot be read: that of the whole image.
    private let opaque: UInt64
    /// Reads code and data.
    private var reader: ReferenceReader

    /// Prepares an image; paths below a directory count from there on.
    init(_ image: LinkedImage, opaque: UInt64, lines: LineRows?, root: [UInt8] = []) {
        reader = ReferenceReader(image, opaque: opaque, lines: lines, root: root)
        (self.image, self.opaque, symbols) = (image, opaque, reader.symbols)
    }

    /// Constructors that every image has.
    private static let usualInitialisers: Set<String> = [
        "frame_dummy", "__do_global_dtors_aux", "_ZL23swift_image_constructorv", "_init", "_fini",
        "swift_image_constructor",
    ]

    /// The reason why functions cannot be distinguished, where code runs before they could be recorded; nil where none does.
    var initialiserObstacle: String? {
        for section in image.sections where section.name.hasSuffix("init_array") {
            for address in stride(from: section.start, to: section.end, by: 8) {
                guard let function = image.pointed(address), let name = symbols.object(at: function)?.name,
                    Self.usualInitialisers.contains(image.text(of: name))
                else { return "it has code that runs when it is loaded" }
            }
        }
        return nil
    }

    // MARK: All of it

    /// The number that represents all names.
    var names: UInt64 { symbols.allNames }

    /// Makes the functions' fingerprints, and that of what all tests depend on.
    mutating func make() -> (functions: [ImageFingerprints.Function], common: UInt64) {
        let codes = symbols.functions.map { FunctionCode(image, from: $0.start, count: $0.size, reader.context) }
        var bodies: [ReferenceReader.Body] = []
        var rest = ReferenceReader.Body()
        // Data without a name ends where other such data begins: first look where that is.
        for isFirst in [true, false] {
            reader.begin(isFirst: isFirst)
            (bodies, rest) = ([], ReferenceReader.Body())
            for code in codes {
                var body = ReferenceReader.Body()
                reader.add(code, to: &body)
                bodies.append(body)
            }
            readRest(into: &rest)
            reader.readNodes()
        }
        var walk = DataWalk(reader.nodes)
        func key(_ name: UInt64, _ body: ReferenceReader.Body) -> UInt64 {
            var result = Fingerprint()
            result.add(name)
            if body.isOpaque {
                result.add(opaque)
                return result.value
            }
            result.add(body.code.value)
            if body.looksUpNames { result.add(symbols.allNames) }
            result.add(walk.sum(from: body.edges))
            return result.value
        }
        let functions = zip(symbols.functions, bodies).map { function, body in
            ImageFingerprints.Function(
                address: UInt32(truncatingIfNeeded: function.start), name: image.text(of: function.name),
                key: key(function.name.number, body),
                source: reader.context.lines?.lines(of: function.start..<function.start + function.size))
        }
        return (functions, key(0, rest))
    }

    /// Sections that the runtime or the runner reads as a whole only to find types and tests, by their names.
    private static let listed = ["swift5_", "testkit_", "__llvm", "__patchable", "__sancov"]

    /// Reads what no function of the image refers to, and yet counts: code that is reached in another way, what each thread begins with,
    /// records of conformances that belong to nothing here, and sections whose bounds programs ask for.
    private mutating func readRest(into body: inout ReferenceReader.Body) {
        var sum: UInt64 = 0
        for record in reader.conformances.foreign { sum &+= reader.reference(to: record, &body) }
        body.code.add(sum)
        for section in image.sections {
            let isOwn = section.name.utf8.allSatisfy {
                $0 == 95 || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
            }
            let isReplacing = section.name.hasPrefix("swift5_repl") || section.name.hasPrefix("swift5_accessible")
            // The types that a function of C++ catches.
            let isCatching = section.name.hasPrefix(".gcc_except_table")
            if isReplacing || isCatching || isOwn && !Self.listed.contains(where: section.name.hasPrefix) {
                body.code.add(reader.data(from: section.start, count: section.size, &body))
            }
            if section.isOfThread, let offset = section.offset {
                image.add(offset..<offset + Int(section.size), to: &body.code)
            }
        }
        readUnownedCode(into: &body)
    }

    /// Reads the code that belongs to no function, and to which a symbol without a size or a pointer of the loader leads: any test may
    /// enter it.
    ///
    /// Code to which functions and data refer counts with them. The rest are copies of functions that the linker took from another
    /// object: they have lost their names, and nothing calls them.
    private mutating func readUnownedCode(into body: inout ReferenceReader.Body) {
        var targets = symbols.starts
        for section in image.sections where section.name.hasSuffix("_array") {
            for place in stride(from: section.start, to: section.end, by: 8) {
                if let target = image.pointed(place) { targets.append(target) }
            }
        }
        targets.sort()
        for part in reader.unowned.parts {
            let first = targets.partitionPoint { $0 >= part.lowerBound }
            guard first < targets.count, targets[first] < part.upperBound else { continue }
            body.code.add(reader.readCode(part, &body))
        }
    }
}
