// SPDX-License-Identifier: MIT

import RunnerSupport

/// Makes the fingerprints of an image's functions.
struct FingerprintMaker {
    /// A stretch of data that functions reach.
    private struct Node {
        /// The number of what is in it.
        var content: UInt64 = 0
        /// What it refers to.
        var edges: [Int] = []
    }

    /// A function's own part of its fingerprint.
    private struct Body {
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
    private let image: LinkedImage
    /// What a function counts as whose code cannot be read, and data that is too deep: the number of the whole image.
    private let opaque: UInt64
    /// The functions and variables, none inside another, by address.
    private var objects: [LinkedImage.Symbol] = []
    /// The addresses at which something begins.
    private var starts: [UInt64] = []
    /// The names that several of them have.
    private var sharedNames: Set<String> = []
    /// What the entries of the table of procedures jump to.
    private var procedures: [UInt64: String] = [:]
    /// The addresses of data without a name that something refers to.
    private var unnamed: Set<UInt64> = []
    /// The same, in order.
    private var unnamedStarts: [UInt64] = []
    /// Whether these are still being looked for.
    private var isLooking = true
    /// The nodes, by address.
    private var numbers: [UInt64: Int] = [:]
    /// All nodes.
    private var nodes: [Node] = []
    /// The addresses of those of which the content is still to be read.
    private var waiting: [UInt64] = []
    /// The numbers of content that stands for a name.
    private var contents: [UInt64: UInt64] = [:]
    /// How many of them are being read, each for the one before.
    private var contentDepth = 0
    /// The most: content behind them counts as the whole image, so that a long list takes no more stack than there is.
    private static let contentLimit = 200
    /// The places in code whose four bytes are a distance, in order.
    private let codeDistances: [UInt64]
    /// The places in code without a name that something refers to.
    private var codeTargets: Set<UInt64> = []
    /// The records of conformances, by what they belong to.
    private var conformances: [UInt64: [UInt64]] = [:]
    /// Those that belong to nothing in this image.
    private var foreignConformances: [UInt64] = []

    /// Prepares an image.
    init(_ image: LinkedImage, opaque: UInt64) {
        self.image = image
        self.opaque = opaque
        codeDistances = (image.distances ?? []).filter { image.section(at: $0)?.isCode == true }.sorted()
        arrangeSymbols()
        findProcedures()
        findConformances()
    }

    /// The name without the number that the compiler appends where it needs several of them.
    static func plainName(_ name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return name }
        let rest = name.utf8[name.utf8.index(after: dot)...]
        let isNumber = !rest.isEmpty && rest.allSatisfy { (48...57).contains($0) }
        return isNumber ? String(name[..<dot]) : name
    }

    /// Sorts the symbols, and leaves out what is inside another one.
    private mutating func arrangeSymbols() {
        var names: [UInt64: String] = [:]
        for symbol in image.symbols where image.section(at: symbol.start) != nil {
            let name = Self.plainName(symbol.name)
            if let known = names[symbol.start], known <= name { continue }
            names[symbol.start] = name
        }
        starts = names.keys.sorted()
        let sorted = image.symbols.filter { names[$0.start] != nil }.sorted {
            ($0.start, $1.size, $0.isFunction ? 0 : 1) < ($1.start, $0.size, $1.isFunction ? 0 : 1)
        }
        var seen: Set<String> = []
        for symbol in sorted {
            if let last = objects.last, symbol.start < last.start + max(last.size, 1) { continue }
            let name = names[symbol.start] ?? symbol.name
            if !seen.insert(name).inserted { sharedNames.insert(name) }
            objects.append(
                LinkedImage.Symbol(
                    start: symbol.start, size: symbol.size, name: name, isFunction: symbol.isFunction))
        }
    }

    /// Reads the names behind the entries of the table of procedures.
    private mutating func findProcedures() {
        for section in image.sections where section.name.hasPrefix(".plt") {
            guard let offset = section.offset else { continue }
            for place in stride(from: 0, to: Int(section.size) - 5, by: 1)
            where image.bytes[offset + place] == 0xFF && image.bytes[offset + place + 1] == 0x25 {
                let slot = UInt64(
                    bitPattern: Int64(section.start) + Int64(place) + 6 + image.distance(offset + place + 2))
                guard let pointer = image.pointers[slot] else { continue }
                let name: String
                switch pointer {
                case .name(let text): name = "@" + text
                case .address(let address): name = object(at: address).map { $0.name } ?? "?"
                }
                procedures[section.start + UInt64(place & ~15)] = name
                procedures[section.start + UInt64(place)] = name
            }
        }
    }

    /// The function or variable that holds an address.
    private func object(at address: UInt64) -> LinkedImage.Symbol? {
        let place = objects.partitionPoint { $0.start > address }
        guard place > 0 else { return nil }
        let found = objects[place - 1]
        return address < found.start + found.size || address == found.start ? found : nil
    }

    /// Where a distance at an address leads.
    private func target(_ address: UInt64) -> UInt64? {
        guard let place = image.place(of: address) else { return nil }
        return UInt64(bitPattern: Int64(bitPattern: address) &+ image.distance(place))
    }

    /// Finds out what each record of a conformance belongs to: its type, or else its protocol.
    private mutating func findConformances() {
        for section in image.sections where section.name == "swift5_protocol_conformances" {
            for entry in stride(from: section.start, to: section.end, by: 4) {
                guard let record = target(entry), let place = image.place(of: record) else { continue }
                let kind = image.number(place + 12, 4) >> 3 & 7
                var type = target(record + 4)
                if kind == 1 { type = type.flatMap(pointed) }
                var isProtocol = target(record)
                if let address = isProtocol, address & 1 != 0 { isProtocol = pointed(address & ~1) }
                if let type, kind < 2, let owner = object(at: type) {
                    conformances[owner.start, default: []].append(record)
                } else if let isProtocol, let owner = object(at: isProtocol) {
                    conformances[owner.start, default: []].append(record)
                } else {
                    foreignConformances.append(record)
                }
            }
        }
    }

    /// The address that the loader writes to a place; nil where it is that of something elsewhere.
    private func pointed(_ address: UInt64) -> UInt64? {
        if case .address(let result) = image.pointers[address] { result } else { nil }
    }

    /// Constructors that every image has.
    private static let usualInitialisers: Set<String> = [
        "frame_dummy", "__do_global_dtors_aux", "_ZL23swift_image_constructorv", "_init", "_fini",
        "swift_image_constructor",
    ]

    /// Why functions cannot be told apart, where code runs before they could be recorded; nil where none does.
    var initialiserObstacle: String? {
        for section in image.sections where section.name.hasSuffix("init_array") {
            for address in stride(from: section.start, to: section.end, by: 8) {
                guard let function = pointed(address), let name = object(at: function)?.name,
                    Self.usualInitialisers.contains(name)
                else { return "it has code that runs when it is loaded" }
            }
        }
        return nil
    }

    // MARK: References

    /// The text that stands for an address.
    private mutating func reference(to address: UInt64, _ edges: inout [Int], depth: Int = 0) -> String {
        if let name = procedures[address] { return name }
        guard let section = image.section(at: address) else { return "abs\(address)" }
        if section.name == ".got" || section.name == ".got.plt" {
            return indirect(address, &edges, depth) ?? "got"
        }
        if let found = object(at: address) {
            let offset = address - found.start
            if !found.isFunction { edges.append(node(found.start)) }
            let mark = sharedNames.contains(found.name) ? "#\(content(of: found))" : ""
            return found.name + mark + (offset == 0 ? "" : "+\(offset)")
        }
        if section.isCode {
            codeTargets.insert(address)
            let place = objects.partitionPoint { $0.start > address }
            guard place > 0 else { return "code+\(address - section.start)" }
            return "behind \(objects[place - 1].name)+\(address - objects[place - 1].start)"
        }
        if isLooking { unnamed.insert(address) }
        edges.append(node(address))
        return "?\(unnamedContent(at: address))"
    }

    /// The text for what the loader writes to a place; nil where it writes nothing.
    private mutating func indirect(_ address: UInt64, _ edges: inout [Int], _ depth: Int) -> String? {
        switch image.pointers[address] {
        case .name(let name): "@" + name
        case .address(let target): depth < 3 ? "*" + reference(to: target, &edges, depth: depth + 1) : "**\(opaque)"
        case nil: nil
        }
    }

    /// The number of a node, which is read later.
    private mutating func node(_ address: UInt64) -> Int {
        if let known = numbers[address] { return known }
        let number = nodes.count
        numbers[address] = number
        nodes.append(Node())
        waiting.append(address)
        return number
    }

    /// The number that tells objects of one name apart: that of their bytes, without those that depend on addresses.
    private mutating func content(of object: LinkedImage.Symbol) -> UInt64 {
        if let known = contents[object.start] { return known }
        guard contentDepth < Self.contentLimit else { return opaque }
        contentDepth += 1
        defer { contentDepth -= 1 }
        // For one that refers to itself.
        contents[object.start] = 0
        var edges: [Int] = []
        let result: UInt64
        if object.isFunction {
            var body = Body()
            readCode(from: object.start, count: object.size, into: &body, isShallow: true)
            result = body.code.value
        } else {
            result = data(from: object.start, count: object.size, &edges)
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
        var edges: [Int] = []
        let (start, count) = unnamedRange(at: address)
        let result = data(from: start, count: count, &edges)
        contents[address] = result
        return result
    }

    /// The stretch of data without a name that begins at an address: up to where anything else begins, without zeros at its end.
    private func unnamedRange(at address: UInt64) -> (start: UInt64, count: UInt64) {
        guard let section = image.section(at: address) else { return (address, 0) }
        var end = section.end
        let next = unnamedStarts.partitionPoint { $0 > address }
        if next < unnamedStarts.count { end = min(end, unnamedStarts[next]) }
        let named = starts.partitionPoint { $0 > address }
        if named < starts.count { end = min(end, starts[named]) }
        var count = end - address
        guard let place = image.place(of: address) else { return (address, count) }
        // The metadata of a closure's context begins two words before it.
        if section.name == ".data.rel.ro", address >= section.start + 16, address + 24 <= section.end,
            image.pointers[address] == nil, image.number(place, 8) == 0x400
        {
            return (address - 16, 40)
        }
        while count > 0, image.bytes[place + Int(count) - 1] == 0, image.pointers[address + (count - 1) & ~7] == nil {
            count -= 1
        }
        return (address, count)
    }

    // MARK: Content

    /// The number of some data, in which pointers and distances count by what they lead to.
    private mutating func data(from start: UInt64, count: UInt64, _ edges: inout [Int]) -> UInt64 {
        var result = Fingerprint()
        result.add(count)
        guard let place = image.place(of: start), let section = image.section(at: start) else { return result.value }
        // A table of jumps has distances from its own beginning: with each entry, the places in a function lie further back.
        var function: LinkedImage.Symbol?
        let count = min(count, section.end - start)
        var offset: UInt64 = 0
        while offset < count {
            let address = start + offset
            if offset + 8 <= count, let pointer = image.pointers[address] {
                switch pointer {
                case .name(let name): result.add("@" + name)
                case .address(let target): result.add(reference(to: target, &edges))
                }
                offset += 8
            } else if offset + 4 <= count, image.distances?.contains(address) == true, var target = target(address) {
                // The lowest bits say of some that they lead to a pointer.
                if target & 3 != 0, image.pointers[target & ~3] != nil, object(at: target)?.start != target {
                    result.add(target & 3)
                    target &= ~3
                }
                if let found = object(at: target), found.isFunction, function.map({ found.start < $0.start }) ?? true {
                    function = found
                }
                if let function, target > function.start, target < function.start + function.size + count {
                    result.add("\(function.name)+\(target - function.start)")
                } else {
                    result.add(reference(to: target, &edges))
                }
                offset += 4
            } else {
                result.add(image.bytes[place + Int(offset)])
                offset += 1
            }
        }
        result.add(count)
        return result.value
    }

    /// What finds types or functions by their names.
    private static let lookUps = [
        "_typeByName", "NSClassFromString", "NSKeyedUnarchiver", "classNamed", "0_getTypeByMangled",
        "4_getTypeByMangled", "@dlsym", "@dlvsym",
    ]

    /// Reads code; a shallow look takes all that is elsewhere for the same.
    private mutating func readCode(from start: UInt64, count: UInt64, into body: inout Body, isShallow: Bool = false) {
        body.code.add(count)
        guard let section = image.section(at: start), let offset = image.place(of: start), start + count <= section.end
        else { return body.isOpaque = true }
        let end = offset + Int(count)
        var (place, matched) = (offset, 0)
        while place < end {
            guard let instruction = Instruction(image.bytes, at: place, end: end) else { return body.isOpaque = true }
            let next = place + instruction.length
            guard let field = instruction.field.map({ place + $0 }) else {
                body.code.add(image.bytes[place..<next])
                place = next
                continue
            }
            if image.distances?.contains(start + UInt64(field - offset)) == true { matched += 1 }
            let target = UInt64(bitPattern: Int64(start) + Int64(next - offset) + image.distance(field))
            if target >= start, target < start + count {
                body.code.add(image.bytes[place..<next])
            } else {
                body.code.add(image.bytes[place..<field])
                body.code.add(image.bytes[(field + 4)..<next])
                if !isShallow {
                    let text = reference(to: target, &body.edges)
                    body.code.add(text)
                    if !body.looksUpNames, Self.lookUps.contains(where: text.contains) { body.looksUpNames = true }
                }
            }
            place = next
        }
        // A field that was not seen as one was hashed with its address: the code was not read as it is.
        let first = codeDistances.partitionPoint { $0 >= start }
        let last = codeDistances.partitionPoint { $0 >= start + count }
        if matched < last - first { body.isOpaque = true }
    }

    /// Reads the content of all nodes that wait, and of those that they lead to.
    private mutating func readNodes() {
        while let address = waiting.popLast() {
            guard let number = numbers[address] else { continue }
            var edges: [Int] = []
            var content = Fingerprint()
            if let found = object(at: address), found.start == address {
                content.add(found.name)
                content.add(data(from: address, count: found.size, &edges))
                // What a type conforms to is found by its descriptor.
                var sum: UInt64 = 0
                for record in conformances[address] ?? [] {
                    var text = Fingerprint()
                    text.add(reference(to: record, &edges))
                    sum &+= text.value
                }
                content.add(sum)
            } else {
                let (start, count) = unnamedRange(at: address)
                content.add(data(from: start, count: count, &edges))
            }
            nodes[number].content = content.value
            nodes[number].edges = edges
        }
    }

    // MARK: All of it

    /// The functions that are recorded, by address: their first address and how many bytes they have.
    private var entries: [(start: UInt64, count: UInt64, name: String)] {
        var result: [(start: UInt64, count: UInt64, name: String)] = []
        let sorted = image.symbols.filter { $0.isFunction && $0.size > 0 }.sorted {
            ($0.start, $0.name) < ($1.start, $1.name)
        }
        for symbol in sorted where symbol.start != result.last?.start {
            guard let section = image.section(at: symbol.start), section.isCode, section.name != ".plt",
                let owner = object(at: symbol.start), symbol.start <= UInt64(UInt32.max)
            else { continue }
            result.append((symbol.start, owner.start + owner.size - symbol.start, Self.plainName(symbol.name)))
        }
        return result
    }

    /// Makes the functions' fingerprints, and that of what all tests depend on.
    mutating func make() -> (functions: [ImageFingerprints.Function], common: UInt64) {
        let entries = entries
        var bodies: [Body] = []
        var rest = Body()
        // Data without a name ends where other such data begins: first look where that is.
        for isFirst in [true, false] {
            isLooking = isFirst
            (numbers, nodes, contents, bodies, rest, codeTargets) = ([:], [], [:], [], Body(), [])
            unnamedStarts = unnamed.sorted()
            for entry in entries {
                var body = Body()
                readCode(from: entry.start, count: entry.count, into: &body)
                bodies.append(body)
            }
            readRest(into: &rest, entries.map { $0.start..<$0.start + $0.count })
            readNodes()
        }
        var names: UInt64 = 0
        for name in Set(image.symbols.map { Self.plainName($0.name) }) { names &+= Fingerprint.of(name.utf8) }
        var walk = DataWalk(count: nodes.count)
        func key(_ name: String, _ body: Body) -> UInt64 {
            var result = Fingerprint()
            result.add(name)
            if body.isOpaque {
                result.add(opaque)
                return result.value
            }
            result.add(body.code.value)
            if body.looksUpNames { result.add(names) }
            var sum: UInt64 = 0
            walk.forEach(from: body.edges, { nodes[$0].edges }) { sum &+= nodes[$0].content &* 0x9E37_79B9_7F4A_7C15 }
            result.add(sum)
            return result.value
        }
        let functions = zip(entries, bodies).map { entry, body in
            ImageFingerprints.Function(
                address: UInt32(entry.start), name: entry.name, key: key(entry.name, body))
        }
        return (functions, key("", rest))
    }

    /// Sections that the runtime or the runner reads as a whole only to find types and tests, by their names.
    private static let listed = ["swift5_", "testkit_", "__llvm", "__patchable", "__sancov"]

    /// Reads what no function of the image refers to, and yet counts: code without a name, what each thread begins with, records of
    /// conformances that belong to nothing here, and sections whose bounds programs ask for.
    private mutating func readRest(into body: inout Body, _ functions: [Range<UInt64>]) {
        var texts: [String] = []
        for record in foreignConformances { texts.append(reference(to: record, &body.edges)) }
        for text in texts.sorted() { body.code.add(text) }
        for section in image.sections {
            let isOwn = section.name.utf8.allSatisfy {
                $0 == 95 || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
            }
            let isReplacing = section.name.hasPrefix("swift5_repl") || section.name.hasPrefix("swift5_accessible")
            // What a function of C++ catches.
            let isCatching = section.name.hasPrefix(".gcc_except_table")
            if isReplacing || isCatching || isOwn && !Self.listed.contains(where: section.name.hasPrefix) {
                body.code.add(data(from: section.start, count: section.size, &body.edges))
            }
            if section.isOfThread, let offset = section.offset {
                body.code.add(image.bytes[offset..<offset + Int(section.size)])
            }
        }
        readUnnamedCode(gaps(between: functions).flatMap(parts), into: &body)
    }

    /// Reads the code without a name that something refers to.
    ///
    /// The rest are copies of functions that the linker took from another object: they have lost their names, and nothing calls them.
    private mutating func readUnnamedCode(_ parts: [Range<UInt64>], into body: inout Body) {
        for case .address(let address) in image.pointers.values where image.section(at: address)?.isCode == true {
            codeTargets.insert(address)
        }
        var rest = parts
        while true {
            let targets = codeTargets.sorted()
            func isUsed(_ part: Range<UInt64>) -> Bool {
                let first = targets.partitionPoint { $0 >= part.lowerBound }
                if first < targets.count, targets[first] < part.upperBound { return true }
                let named = starts.partitionPoint { $0 >= part.lowerBound }
                return named < starts.count && starts[named] < part.upperBound
            }
            let used = rest.filter(isUsed)
            if used.isEmpty { return }
            rest.removeAll(where: isUsed)
            for part in used {
                var code = Body()
                readCode(from: part.lowerBound, count: part.upperBound - part.lowerBound, into: &code)
                // Where it cannot be read, it counts by its bytes, addresses and all.
                if code.isOpaque, let place = image.place(of: part.lowerBound) {
                    code.code.add(image.bytes[place..<place + Int(part.upperBound - part.lowerBound)])
                }
                body.code.add(code.code.value)
                body.edges += code.edges
            }
        }
    }

    /// Functions of no size that the C compiler's own objects bring along: they only look at tables that are empty.
    private static let startFunctions: Set<String> = [
        "deregister_tm_clones", "register_tm_clones", "__do_global_dtors_aux", "frame_dummy", "_start", "_init",
        "_fini",
        "call_weak_fn", "_dl_relocate_static_pie",
    ]

    /// The parts of a stretch of code that begin with a symbol or behind a filling, less fillings and the C compiler's own functions.
    private func parts(of gap: Range<UInt64>) -> [Range<UInt64>] {
        guard let offset = image.place(of: gap.lowerBound) else { return [gap] }
        let end = offset + Int(gap.upperBound - gap.lowerBound)
        var result: [Range<UInt64>] = []
        var (start, place, isFilling, last) = (gap.lowerBound, offset, true, gap.lowerBound)
        var next = starts.partitionPoint { $0 > gap.lowerBound }
        func close(_ address: UInt64) {
            let owner = object(at: start)
            let isKnown = owner?.start == start && Self.startFunctions.contains(owner?.name ?? "")
            // Without the filling at its end, as the size of a function's symbol is.
            if last > start, !isFilling, !isKnown { result.append(start..<last) }
            (start, isFilling, last) = (address, true, address)
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
            if !isNothing { isFilling = false }
            place = behind
            // What fills up to such an address ends a function.
            let after = gap.lowerBound + UInt64(place - offset)
            if !isNothing { last = after }
            if isNothing, after & 15 == 0 { close(after) }
        }
        close(gap.upperBound)
        return result
    }

    /// Whether an instruction does nothing.
    private static func isFilling(_ bytes: ArraySlice<UInt8>) -> Bool {
        let code = bytes.drop { $0 == 0x66 || $0 == 0x2E || $0 == 0x48 }
        return code.elementsEqual([0x90]) || code.elementsEqual([0xCC]) || code.starts(with: [0x0F, 0x1F])
            || bytes.allSatisfy { $0 == 0 }
    }

    /// The stretches of code that belong to no function, without what fills up to the next sixteenth address.
    private func gaps(between functions: [Range<UInt64>]) -> [Range<UInt64>] {
        var result: [Range<UInt64>] = []
        for section in image.sections where section.isCode && !section.name.hasPrefix(".plt") {
            var place = section.start
            for function in functions where function.lowerBound >= section.start && function.lowerBound < section.end {
                if function.lowerBound > place, (place + 15) & ~15 < function.lowerBound {
                    result.append(place..<function.lowerBound)
                }
                place = max(place, function.upperBound)
            }
            if (place + 15) & ~15 < section.end { result.append(place..<section.end) }
        }
        return result
    }
}
