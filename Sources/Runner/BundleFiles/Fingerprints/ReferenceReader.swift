// SPDX-License-Identifier: MIT

import RunnerSupport

/// Reads code and data of an image so that what they refer to counts by its name, or else by its content, wherever it is.
struct ReferenceReader {
    /// The content of a function, or of some data.
    struct Body {
        /// The number of its code.
        var code = Fingerprint()
        /// The data that it refers to.
        var edges: [Int] = []
        /// Whether it may find types or functions by their names.
        var looksUpNames = false
        /// Whether its code could not be read.
        var isOpaque = false
    }

    /// The image.
    let image: LinkedImage
    /// The functions and variables of the image.
    let symbols: ImageSymbols
    /// The number for a function whose code cannot be read, and for data that is too deep: that of the whole image.
    private let opaque: UInt64
    /// The means by which code is read.
    let context: FunctionCode.Context
    /// The records of conformances.
    let conformances: ConformanceRecords
    /// The addresses of data without a name that something refers to.
    private var unnamed: Set<UInt64> = []
    /// Their addresses, in order.
    private var unnamedStarts: [UInt64] = []
    /// Whether these are still being looked for.
    private var isLooking = true
    /// The numbers of nodes, which are stretches of data that functions reach, by address.
    private var numbers: [UInt64: Int] = [:]
    /// Each node's number of what is in it, and what it refers to.
    private(set) var nodes: [(content: UInt64, edges: [Int])] = []
    /// The addresses of those of which the content is still to be read.
    private var waiting: [UInt64] = []
    /// The numbers of content that represents a name.
    private var contents: [UInt64: UInt64] = [:]
    /// The number of them that are being read, each for the one before.
    private var contentDepth = 0
    /// The most: deeper content counts as the whole image, so that a long list does not exhaust the stack.
    private static let contentLimit = 200
    /// The code that belongs to no function.
    let unowned: UnownedCode

    /// Prepares an image.
    init(_ image: LinkedImage, opaque: UInt64, lines: LineRows?, root: [UInt8] = []) {
        self.image = image
        self.opaque = opaque
        symbols = ImageSymbols(image)
        context = FunctionCode.Context(
            symbols: symbols, distances: (image.distances ?? []).filter(image.isCode), lines: lines,
            root: root)
        conformances = ConformanceRecords(image, symbols)
        unowned = UnownedCode(image, symbols)
    }

    /// Begins to read all of the image anew; the first time, what data without a name begins where is looked for.
    mutating func begin(isFirst: Bool) {
        isLooking = isFirst
        (numbers, nodes, contents) = ([:], [], [:])
        unnamedStarts = unnamed.sorted()
    }

    // MARK: References

    /// The kinds of address that are neither a name nor data.
    private enum Mark: UInt64 {
        case nowhere = 1, table, pointed, deep, place, code, behind, unnamed, elsewhere
    }

    /// The number of something with a mark that says what it is.
    private static func number(_ mark: Mark, _ first: UInt64 = 0, _ second: UInt64 = 0) -> UInt64 {
        var result = Fingerprint()
        result.add(mark.rawValue)
        result.add(first)
        result.add(second)
        return result.value
    }

    /// The number that represents an address; data of it is added to the edges.
    mutating func reference(to address: UInt64, _ body: inout Body, depth: Int = 0) -> UInt64 {
        if let name = symbols.procedures[address] {
            if name.looksUpNames { body.looksUpNames = true }
            return Self.number(.elsewhere, name.number)
        }
        guard let index = image.sectionIndex(at: address) else { return Self.number(.nowhere, address) }
        let section = image.sections[index]
        if section.name == ".got" || section.name == ".got.plt" {
            return indirect(address, &body, depth) ?? Self.number(.table)
        }
        if let found = symbols.object(at: address) {
            if found.name.looksUpNames { body.looksUpNames = true }
            if !found.isFunction { body.edges.append(node(found.start)) }
            return Self.number(
                .place, nameNumber(of: found) &+ (found.isShared ? content(of: found) : 0), address - found.start)
        }
        if section.isCode {
            // No record says that it is entered, so its content counts for the code that refers to it.
            if let part = unowned.part(at: address) {
                body.edges.append(node(part.lowerBound))
                return Self.number(.unnamed, unnamedContent(at: part.lowerBound), address - part.lowerBound)
            }
            guard let before = symbols.objectBefore(address) else {
                return Self.number(.code, address - section.start)
            }
            return Self.number(.behind, before.name.number, address - before.start)
        }
        if isLooking { unnamed.insert(address) }
        body.edges.append(node(address))
        return Self.number(.unnamed, unnamedContent(at: address))
    }

    /// The number of an object's name; the name of a text is the text, so that of a path in the package has to be read as one.
    private mutating func nameNumber(of object: ImageSymbols.Object) -> UInt64 {
        let isPath = !object.isFunction && image.pathLength(at: object.start, below: context.root) != nil
        return isPath ? content(of: object) : object.name.number
    }

    /// The number of what the loader writes to a place; nil where it writes nothing.
    private mutating func indirect(_ address: UInt64, _ body: inout Body, _ depth: Int) -> UInt64? {
        guard let pointer = image.pointers[address] else { return nil }
        switch pointer {
        case .name(let name, let offset):
            if name.looksUpNames { body.looksUpNames = true }
            return Self.number(.elsewhere, name.number, offset)
        case .address(let target):
            if depth >= 3 { return Self.number(.deep, opaque) }
            return Self.number(.pointed, reference(to: target, &body, depth: depth + 1))
        }
    }

    /// The number of a node, which is read later.
    private mutating func node(_ address: UInt64) -> Int {
        if let known = numbers[address] { return known }
        let number = nodes.count
        numbers[address] = number
        nodes.append((0, []))
        waiting.append(address)
        return number
    }

    /// The number that distinguishes objects of one name: that of their bytes, without those that depend on addresses.
    private mutating func content(of object: ImageSymbols.Object) -> UInt64 {
        if let known = contents[object.start] { return known }
        guard contentDepth < Self.contentLimit else { return opaque }
        contentDepth += 1
        defer { contentDepth -= 1 }
        // For one that refers to itself.
        contents[object.start] = 0
        let result: UInt64
        if object.isFunction {
            result = FunctionCode(image, from: object.start, count: object.size, context).number(image) { _ in 0 }
        } else {
            var body = Body()
            result = data(from: object.start, count: object.size, &body)
        }
        contents[object.start] = result
        return result
    }

    /// The number of data without a name.
    private mutating func unnamedContent(at address: UInt64) -> UInt64 {
        if isLooking { return 0 }
        if let known = contents[address] { return known }
        guard contentDepth < Self.contentLimit else { return opaque }
        contentDepth += 1
        defer { contentDepth -= 1 }
        contents[address] = 0
        var body = Body()
        let result = readUnnamed(at: address, &body)
        contents[address] = result
        return result
    }

    /// Reads data or code without a name.
    private mutating func readUnnamed(at address: UInt64, _ body: inout Body) -> UInt64 {
        if let part = unowned.part(at: address) { return readCode(part, &body) }
        let (start, count) = unnamedRange(at: address)
        return data(from: start, count: count, &body)
    }

    /// Reads code that belongs to no function.
    mutating func readCode(_ part: Range<UInt64>, _ body: inout Body) -> UInt64 {
        var own = Body()
        let size = part.upperBound - part.lowerBound
        add(FunctionCode(image, from: part.lowerBound, count: size, context), to: &own)
        // Where it cannot be read, it counts by its bytes, addresses and all.
        if own.isOpaque, let place = image.place(of: part.lowerBound) {
            image.add(place..<place + Int(size), to: &own.code)
        }
        body.edges += own.edges
        if own.looksUpNames { own.code.add(symbols.allNames) }
        return own.code.value
    }

    /// The stretch of data without a name that begins at an address: up to where anything else begins, without zeros at its end.
    private func unnamedRange(at address: UInt64) -> (start: UInt64, count: UInt64) {
        guard let section = image.section(at: address) else { return (address, 0) }
        var end = section.end
        let next = unnamedStarts.partitionPoint { $0 > address }
        if next < unnamedStarts.count { end = min(end, unnamedStarts[next]) }
        let named = symbols.starts.partitionPoint { $0 > address }
        if named < symbols.starts.count { end = min(end, symbols.starts[named]) }
        var count = end - address
        guard let place = image.place(of: address) else { return (address, count) }
        // The metadata of a closure's context begins two words before it.
        if section.name == ".data.rel.ro", address >= section.start + 16, address + 24 <= section.end,
            image.pointers[address] == nil, image.number(place, 8) == 0x400
        {
            return (address - 16, 40)
        }
        // Names of fields, of which the walk may not come to the next one: what fills up to it depends on the names before.
        if section.name == "swift5_reflstr", let end = image.bytes[place..<place + Int(count)].firstIndex(of: 0) {
            return (address, UInt64(end - place))
        }
        while count > 0, image.bytes[place + Int(count) - 1] == 0, image.pointers[address + (count - 1) & ~7] == nil {
            count -= 1
        }
        return (address, count)
    }

    // MARK: Content

    /// The number of some data, in which pointers and distances count by what they lead to.
    mutating func data(from start: UInt64, count: UInt64, _ body: inout Body) -> UInt64 {
        var result = Fingerprint()
        result.add(count)
        guard let place = image.place(of: start), let section = image.sectionIndex(at: start) else {
            return result.value
        }
        // The path of the package is another one in each checkout.
        let root = UInt64(context.root.count)
        if count > root, let length = image.pathLength(at: start, below: context.root), UInt64(length) <= count {
            result = Fingerprint()
            image.add(place + context.root.count..<place + length, to: &result)
            // With its length, what fills up to the next text differs.
            var behind = UInt64(length)
            while behind < count, image.bytes[place + Int(behind)] == 0 { behind += 1 }
            if behind < count { result.add(data(from: start + behind, count: count - behind, &body)) }
            return result.value
        }
        // A table of jumps has distances from its own beginning: with each entry, the places in a function lie further back.
        var function: ImageSymbols.Object?
        let count = min(count, image.sections[section].end - start)
        let end = start + count
        let distances = image.distances ?? []
        var pointer = image.pointerPlaces.partitionPoint { $0 >= start }
        var distance = distances.partitionPoint { $0 >= start }
        var address = start
        while address < end {
            let nextPointer = pointer < image.pointerPlaces.count ? image.pointerPlaces[pointer] : .max
            let nextDistance = distance < distances.count ? distances[distance] : .max
            let special = min(nextPointer, nextDistance, end)
            if special > address {
                let offset = place + Int(address - start)
                image.add(offset..<offset + Int(special - address), to: &result)
                address = special
                continue
            }
            if nextPointer == address, address + 8 <= end {
                result.add(pointedContent(at: address, &body))
                address += 8
            } else if nextDistance == address, address + 4 <= end, let target = image.target(address) {
                result.add(distanceContent(to: target, &function, count, &body))
                address += 4
            } else {
                result.add(image.bytes[place + Int(address - start)])
                address += 1
            }
            while pointer < image.pointerPlaces.count, image.pointerPlaces[pointer] < address { pointer += 1 }
            while distance < distances.count, distances[distance] < address { distance += 1 }
        }
        result.add(count)
        return result.value
    }

    /// The number of a pointer in data, that the loader writes.
    private mutating func pointedContent(at address: UInt64, _ body: inout Body) -> UInt64 {
        switch image.pointers[address] {
        case .name(let name, let offset): Self.number(.elsewhere, name.number, offset)
        case .address(let target): reference(to: target, &body)
        case nil: 0
        }
    }

    /// The number of a distance in data of some bytes; `function` is the one that a table of jumps leads into.
    private mutating func distanceContent(
        to target: UInt64, _ function: inout ImageSymbols.Object?, _ count: UInt64, _ body: inout Body
    ) -> UInt64 {
        var (target, flags): (UInt64, UInt64) = (target, 0)
        let found = symbols.object(at: target)
        // The lowest bits say of some that they lead to a pointer.
        if target & 3 != 0, image.pointers[target & ~3] != nil, found?.start != target {
            flags = target & 3
            target &= ~3
        }
        if let found = flags == 0 ? found : symbols.object(at: target), found.isFunction,
            function.map({ found.start < $0.start }) ?? true
        {
            function = found
        }
        let number: UInt64
        if let function, target > function.start, target < function.start + function.size + count {
            number = Self.number(.place, function.name.number, target - function.start)
        } else {
            number = reference(to: target, &body)
        }
        return flags == 0 ? number : Self.number(.pointed, number, flags)
    }

    /// Takes code into a body.
    mutating func add(_ code: FunctionCode, to body: inout Body) {
        if code.isOpaque { return body.isOpaque = true }
        body.code.add(code.number(image) { reference(to: $0, &body) })
    }

    /// Reads the content of all nodes that wait, and of those that they lead to.
    mutating func readNodes() {
        while let address = waiting.popLast() {
            guard let number = numbers[address] else { continue }
            var body = Body()
            var content = Fingerprint()
            if let found = symbols.object(at: address), found.start == address {
                content.add(nameNumber(of: found))
                content.add(data(from: address, count: found.size, &body))
                // The conformances of a type are found by its descriptor.
                var sum: UInt64 = 0
                for record in conformances.owned[address] ?? [] { sum &+= reference(to: record, &body) }
                content.add(sum)
            } else {
                content.add(readUnnamed(at: address, &body))
            }
            nodes[number] = (content.value, body.edges)
        }
    }
}
