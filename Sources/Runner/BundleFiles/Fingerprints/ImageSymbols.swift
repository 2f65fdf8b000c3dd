// SPDX-License-Identifier: MIT

import RunnerSupport

/// The functions and variables of an image by their addresses, and the names to which its table of procedures leads.
struct ImageSymbols {
    /// A function or a variable, inside no other.
    struct Object {
        /// Its first address.
        let start: UInt64
        /// The size, in bytes.
        let size: UInt64
        /// Whether it is a function.
        let isFunction: Bool
        /// The number that represents its name.
        let name: LinkedName
        /// Whether others have the same name.
        var isShared = false

        /// The place after the last address; of a symbol without a size, the first address belongs to it.
        var end: UInt64 { start + max(size, 1) }
    }

    /// All of them, by address.
    private(set) var objects: [Object] = []
    /// The addresses at which something begins, inside others as well.
    private(set) var starts: [UInt64] = []
    /// The functions that are recorded, by address: those inside others as well, up to the end of these.
    private(set) var functions: [Object] = []
    /// The targets of the entries of the table of procedures.
    private(set) var procedures: [UInt64: LinkedName] = [:]
    /// The number that represents all names.
    private(set) var allNames: UInt64 = 0
    /// Whether places in the source that belong to Swift Testing may be read.
    private(set) var readsPlaces = false
    /// The first addresses of the objects.
    private var objectStarts: [UInt64] = []

    /// Sorts the symbols of an image.
    init(_ image: LinkedImage) {
        arrange(image)
        findProcedures(image)
        for case .name(let name, _) in image.pointers.values where name.readsPlaces { readsPlaces = true }
    }

    /// The way in which the function at an address takes the line that calls it.
    func taking(at address: UInt64) -> LineArguments.Taking {
        let name = procedures[address] ?? object(at: address).flatMap { $0.start == address ? $0.name : nil }
        guard let name else { return .none }
        return name.takesLine == .place && readsPlaces ? .none : name.takesLine
    }

    /// The object that contains an address.
    func object(at address: UInt64) -> Object? {
        objectBefore(address).flatMap { address < $0.end ? $0 : nil }
    }

    /// The last object that begins before an address, or at it.
    func objectBefore(_ address: UInt64) -> Object? {
        let place = objectStarts.partitionPoint { $0 > address }
        return place > 0 ? objects[place - 1] : nil
    }

    /// Sorts the symbols, and leaves out what is inside another one.
    private mutating func arrange(_ image: LinkedImage) {
        var sorted: [Object] = []
        var (names, seen, shared): (Set<UInt64>, Set<UInt64>, Set<UInt64>) = ([], [], [])
        for symbol in image.symbols {
            let name = image.name(symbol.name)
            if names.insert(name.number).inserted { allNames &+= name.number }
            if image.sectionIndex(at: symbol.start) == nil { continue }
            sorted.append(Object(start: symbol.start, size: symbol.size, isFunction: symbol.isFunction, name: name))
        }
        sorted.sort {
            if $0.start != $1.start { return $0.start < $1.start }
            if $0.size != $1.size { return $0.size > $1.size }
            if $0.isFunction != $1.isFunction { return $0.isFunction }
            return image.precedes($0.name, $1.name)
        }
        var first = 0
        while first < sorted.count {
            let address = sorted[first].start
            var end = first + 1
            while end < sorted.count, sorted[end].start == address { end += 1 }
            let group = sorted[first..<end]
            first = end
            starts.append(address)
            // Of several names, always the same one.
            guard let largest = group.first,
                let name = group.map(\.name).min(by: { image.precedes($0, $1) })
            else { continue }
            if objects.last.map({ address >= $0.end }) ?? true {
                if !seen.insert(name.number).inserted { shared.insert(name.number) }
                objects.append(
                    Object(start: address, size: largest.size, isFunction: largest.isFunction, name: name))
                objectStarts.append(address)
            }
            noteFunction(group, image)
        }
        for index in objects.indices where shared.contains(objects[index].name.number) {
            objects[index].isShared = true
        }
    }

    /// Adds the function that begins where some symbols do.
    private mutating func noteFunction(_ group: ArraySlice<Object>, _ image: LinkedImage) {
        let named = group.filter { $0.isFunction && $0.size > 0 }
        guard let first = named.first, first.start <= UInt64(UInt32.max), let owner = objects.last,
            let name = named.map(\.name).min(by: { image.precedes($0, $1) }),
            let section = image.sectionIndex(at: first.start), image.sections[section].isCode,
            image.sections[section].name != ".plt", first.start < owner.end
        else { return }
        functions.append(
            Object(start: first.start, size: owner.start + owner.size - first.start, isFunction: true, name: name))
    }

    /// Reads the names to which the entries of the table of procedures lead.
    private mutating func findProcedures(_ image: LinkedImage) {
        for section in image.sections where section.name.hasPrefix(".plt") {
            guard let offset = section.offset else { continue }
            for place in stride(from: 0, to: Int(section.size) - 5, by: 1)
            where image.bytes[offset + place] == 0xFF && image.bytes[offset + place + 1] == 0x25 {
                let slot = UInt64(
                    bitPattern: Int64(section.start) + Int64(place) + 6 + image.distance(offset + place + 2))
                guard let pointer = image.pointers[slot] else { continue }
                let name: LinkedName
                switch pointer {
                case .name(let found, _): name = found
                case .address(let address): name = object(at: address)?.name ?? LinkedName.unknown
                }
                procedures[section.start + UInt64(place & ~15)] = name
                procedures[section.start + UInt64(place)] = name
            }
        }
    }
}
