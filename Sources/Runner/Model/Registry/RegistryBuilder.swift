// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport

/// Reads the listing that `BundleEnumerator` wrote, and works out what follows from inheritance.
///
/// Rules 11 and 51.
public struct RegistryBuilder {
    /// The bytes make no sense; they were written by a process that ran foreign code.
    public struct Garbled: Error, Equatable {
        /// The bundle whose record it is, by file index, as far as that is known.
        public let fileIndex: Int?
    }

    /// The registry so far.
    var registry = Registry()
    /// The traits of classes, by registry index.
    var classTraits: [Int: Traits] = [:]
    /// The traits of cases, by registry index.
    var caseTraits: [Int: Traits] = [:]
    /// The known platforms.
    private let platforms: Platforms
    /// The bundles that are in the registry.
    private var present: BundleSet = []
    /// The bundle that is read: what has become of its classes, by their indices there.
    var places: [ClassPlace] = []
    /// The classes whose superclass is another bundle's, by registry index, with its file index and name.
    private var heirs: [(classIndex: Int, file: Int, superclass: Text)] = []

    /// The place of a class that a bundle lists.
    enum ClassPlace {
        /// It is in the registry.
        case here(Int)
        /// In another bundle of the run, by file index and name.
        case elsewhere(Int, Text)
    }

    /// Builds the registry of a listing.
    ///
    /// Bundles come out sorted by name, whatever order they were loaded in.
    public static func build(
        listing: [UInt8], files: [BundleFile], excluded: BundleSet, platforms: Platforms
    ) throws(Garbled) -> Registry {
        var builder = RegistryBuilder(platforms: platforms)
        builder.registry.bytes = listing
        builder.registry.platforms = platforms
        builder.registry.executables = BundleSet(files.indices.filter { files[$0].isAdapted })
        let records = try records(of: listing, files: files).sorted { $0.file < $1.file }
            .filter { !excluded.contains($0.file) }
        builder.present = BundleSet(records.map(\.file))
        for record in records {
            do throws(ByteReader.Exhausted) {
                try builder.readBundle(record.file, name: files[record.file].name, at: record.contents)
            } catch { throw Garbled(fileIndex: record.file) }
        }
        builder.findSuperclassesElsewhere()
        builder.resolve()
        builder.resolveTraits()
        return builder.registry
    }

    /// The listing's records, one for each bundle.
    private static func records(of listing: [UInt8], files: [BundleFile]) throws(Garbled) -> [ListingRecord] {
        var records: [ListingRecord] = []
        var seen: BundleSet = []
        do {
            while let record = try ListingRecord.next(in: listing, at: records.last?.contents.upperBound ?? 0) {
                guard record.file < files.count else { throw ListingRecord.Malformed() }
                guard seen.insert(record.file) else { throw Garbled(fileIndex: record.file) }
                records.append(record)
            }
        } catch let garbled as Garbled {
            throw garbled
        } catch { throw Garbled(fileIndex: nil) }
        return records
    }

    /// Starts with nothing.
    private init(platforms: Platforms) { self.platforms = platforms }

    /// Reads one bundle's record.
    private mutating func readBundle(_ file: Int, name: String, at range: Range<Int>) throws(ByteReader.Exhausted) {
        var reader = ByteReader(registry.bytes, from: range.lowerBound, to: range.upperBound)
        let producer = try reader.readString()
        let first = registry.classes.count
        let count = try reader.read(UInt32.self)
        // Believed only as far as that many could be in the listing.
        let caseCount = min(Int(try reader.read(UInt32.self)), range.count / 20)
        Self.reserve(min(Int(count), range.count / 20), in: &registry.classes)
        Self.reserve(caseCount, in: &registry.cases)
        places = []
        places.reserveCapacity(min(Int(count), range.count / 20))
        var superclasses: [UInt32] = []
        for index in 0..<count { superclasses.append(try readClass(index, of: file, count: Int(count), &reader)) }
        link(superclasses)
        var (coder, warnings) = (CompactCoder(reading: registry.bytes[try reader.readText().range]), [BuildWarning]())
        try readTraits(&coder)
        BuildWarning.pass(&warnings, of: name, &coder)
        registry.warnings += warnings
        var framework = FrameworkSuites()
        framework.pass(&coder)
        registry.suites += framework.suites
        if let record = framework.runRecord, !registry.runRecords.contains(record) {
            registry.runRecords.append(record)
        }
        guard coder.isComplete, reader.isAtEnd else { throw ByteReader.Exhausted() }
        try checkInheritance(first..<registry.classes.count)
        registry.bundles.append(
            Registry.Bundle(
                fileIndex: file, name: name, producer: producer, classes: first..<registry.classes.count))
    }

    /// Makes room for more, twice as much as there was at least: else a thousand bundles copy everything a thousand times.
    private static func reserve<Element>(_ count: Int, in array: inout [Element]) {
        if array.capacity - array.count >= count { return }
        if array.isEmpty { return array.reservePages(count) }
        array.reserveCapacity(max(array.count + count, 2 * array.capacity))
    }

    /// Refuses superclasses that lead in a circle: `BundleEnumerator` lets none through, but its bytes lay open.
    private func checkInheritance(_ classes: Range<Int>) throws(ByteReader.Exhausted) {
        var isGood = Array(repeating: false, count: classes.count)
        for start in classes {
            var chain: [Int] = []
            var next: Int? = start
            while let index = next, !isGood[index - classes.lowerBound] {
                guard chain.count < classes.count else { throw ByteReader.Exhausted() }
                chain.append(index)
                next = registry.classes[index].superclass
            }
            for index in chain { isGood[index - classes.lowerBound] = true }
        }
    }

    /// Reads one class and its cases; returns its superclass's index in the bundle.
    private mutating func readClass(
        _ index: UInt32, of file: Int, count: Int, _ reader: inout ByteReader
    ) throws(ByteReader.Exhausted) -> UInt32 {
        let (name, path) = (try reader.readText(), try reader.readText())
        let line = try reader.read(UInt32.self)
        let parent = try reader.read(UInt32.self)
        let flags = try reader.read(UInt32.self)
        let group = try reader.read(Int32.self)
        let support = try reader.read(UInt32.self)
        let home = try reader.read(UInt32.self)
        guard parent == TESTKIT_NO_CLASS || Int(parent) < count else { throw ByteReader.Exhausted() }
        let caseCount = try reader.read(UInt32.self)
        let (firstCase, firstExample) = (registry.cases.count, registry.examples.count)
        for _ in 0..<caseCount { try readCase(of: registry.classes.count, in: path, &reader) }
        if home != ListingRecord.ownHome, Int(home) != file, present.contains(Int(home)) {
            registry.cases.removeLast(registry.cases.count - firstCase)
            registry.examples.removeLast(registry.examples.count - firstExample)
            places.append(.elsewhere(Int(home), name))
            return parent
        }
        places.append(.here(registry.classes.count))
        registry.classes.append(
            Registry.Class(
                bundle: file, index: index, name: name, file: path, line: line, superclass: nil, flags: flags,
                declaredSupport: support, cases: firstCase..<registry.cases.count, runGroup: group))
        return parent
    }

    /// Gives the classes of the bundle that is read their superclasses, as far as those are in it.
    private mutating func link(_ superclasses: [UInt32]) {
        for (index, parent) in superclasses.enumerated() where parent != TESTKIT_NO_CLASS {
            guard case .here(let own) = places[index] else { continue }
            switch places[Int(parent)] {
            case .here(let place): registry.classes[own].superclass = place
            case .elsewhere(let file, let name): heirs.append((own, file, name))
            }
        }
    }

    /// Finds the superclasses that are other bundles' own, once all bundles are read.
    private mutating func findSuperclassesElsewhere() {
        for heir in heirs {
            let name = registry.bytes[heir.superclass.range]
            let classes = registry.bundles.first { $0.fileIndex == heir.file }?.classes ?? 0..<0
            let superclass = classes.first { registry.bytes[registry.classes[$0].name.range].elementsEqual(name) }
            // A chain that came back would have no end; no bundle can say such a thing, but the bytes lay open.
            guard let superclass, !registry.chain(from: superclass).contains(heir.classIndex) else { continue }
            registry.classes[heir.classIndex].superclass = superclass
        }
    }

    /// Reads one case and its examples.
    private mutating func readCase(
        of classIndex: Int, in file: Text, _ reader: inout ByteReader
    ) throws(ByteReader.Exhausted) {
        let (owner, index, flags, line, support) = try reader.read((UInt32, UInt32, UInt32, UInt32, UInt32).self)
        let (name, path) = (try reader.readText(), try reader.readTextIfPresent() ?? file)
        let exampleCount = try reader.read(UInt32.self)
        let firstExample = registry.examples.count
        for _ in 0..<exampleCount { registry.examples.append(try reader.readText()) }
        registry.cases.append(
            Registry.Case(
                classIndex: classIndex, ownerIndex: owner, index: index, flags: flags, line: line, name: name,
                file: path, examples: firstExample..<registry.examples.count,
                isSupported: supports(name, declared: support) ?? true,
                isRefused: support == TESTKIT_UNSUPPORTED.rawValue && supportsByName(name) ?? true))
    }

    /// Whether the platform is supported, by declaration or else by the name's suffix; nil if neither decides.
    private func supports(_ name: Text, declared: UInt32) -> Bool? {
        var support = declared
        if support == TESTKIT_SUPPORT_BY_NAME.rawValue {
            support = registry.bytes.withUnsafeBytes {
                platforms.support(of: UnsafeRawBufferPointer(rebasing: $0[name.range])).rawValue
            }
        }
        return support == TESTKIT_SUPPORT_BY_NAME.rawValue ? nil : support == TESTKIT_SUPPORTED.rawValue
    }

    /// Whether the platform is supported by the name's suffix; nil if it has none.
    private func supportsByName(_ name: Text) -> Bool? { supports(name, declared: TESTKIT_SUPPORT_BY_NAME.rawValue) }

    /// Works out what each class inherits: focus, run group, support.
    private mutating func resolve() {
        for index in registry.classes.indices {
            let chain = registry.chain(from: index).map { registry.classes[$0] }
            let entry = registry.classes[index]
            registry.classes[index].isFocused = chain.contains(where: \.hasOwnFocus)
            let grouped = chain.first { $0.flags & TESTKIT_CLASS_HAS_RUN_GROUP.rawValue != 0 }
            registry.classes[index].runGroup = grouped?.runGroup ?? 1
            registry.classes[index].isAbstract = isAbstract(entry)
            // The nearest class of the chain that states its support decides (rule 10).
            let verdict = chain.compactMap { supports($0.name, declared: $0.declaredSupport) }.first ?? true
            if !verdict {
                let isNamedFit = chain.compactMap { supportsByName($0.name) }.first ?? true
                registry.classes[index].unsupported = isNamedFit ? .bySuite : .byClass
            } else if !entry.cases.isEmpty, !registry.cases[entry.cases].contains(where: \.isSupported) {
                registry.classes[index].unsupported = .noCase
            }
        }
    }

    /// Whether a class is abstract, by its own statement or because it has no case (rule 2).
    private func isAbstract(_ entry: Registry.Class) -> Bool {
        if entry.flags & TESTKIT_CLASS_ABSTRACT.rawValue != 0 { return true }
        if entry.flags & TESTKIT_CLASS_CONCRETE.rawValue != 0 { return false }
        return entry.cases.isEmpty
    }
}
