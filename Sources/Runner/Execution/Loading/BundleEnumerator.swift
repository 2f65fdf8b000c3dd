// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// Reads all that a bundle describes, checks it, and writes it to the listing.
///
/// Runs in a worker.
///
/// Nothing in the descriptors is believed: counts have limits, strings must be UTF-8, indices must be in range, and
/// inheritance must end. The first fault ends the reading, and the bundle.
struct BundleEnumerator {
    /// The most classes that a bundle may have, and the most cases of a class.
    static let countLimit: UInt32 = 1_000_000
    /// The most cases of all classes, own and inherited ones: each takes at least so many bytes of the listing.
    static let caseLimit = RunTable.arenaCapacity / 32

    /// The bundle to read.
    let bundle: UnsafePointer<testkit_bundle>
    /// The classes, all checked.
    private(set) var classes: [CheckedClass] = []
    /// The cases of each class, its own and inherited ones, root first; filled from superclass to subclass.
    private(set) var effective: [[EffectiveCase]?] = []

    /// A class.
    struct CheckedClass {
        /// Its descriptor.
        let descriptor: testkit_class
        /// Its name.
        var name: CheckedName
    }

    /// A case as one class has it.
    struct EffectiveCase {
        /// The class that declares it.
        var owner: UInt32
        /// Its index there.
        var index: UInt32
        /// Its `testkit_case_flags`.
        var flags: UInt32
        /// The line of its declaration; 0 if unknown.
        var line: UInt32
        /// Its source file's path; null: that of its class.
        var file: UnsafePointer<CChar>?
        /// Its name.
        var name: CheckedName
        /// Its name as the bundle has it.
        var plainName: CheckedName
        /// Whether its parameters stand behind its name.
        var isTold = false
    }

    /// Which classes are other bundles' own.
    private let homes: ClassHomes
    /// How many more cases the classes may have, own and inherited ones.
    private var room: Int
    /// The last path of a case that was checked: nearly always the next one's, too.
    private var checkedPath: UnsafePointer<CChar>?

    /// Reads a bundle whose header is checked and that is connected.
    ///
    /// - Parameters:
    ///   - paths: Those of all bundles of the run, in which superclasses may be.
    ///   - limit: The most cases of all classes.
    init(
        _ bundle: UnsafePointer<testkit_bundle>, among paths: [String] = [], limit: Int = Self.caseLimit
    ) throws(LoadFault) {
        (self.bundle, room) = (bundle, limit)
        homes = try ClassHomes(of: bundle, among: paths)
        try readClasses()
        try checkInheritance()
        distinguishClasses()
        effective = Array(repeating: nil, count: classes.count)
        for index in classes.indices { _ = try resolveCases(index) }
    }

    /// Copies the classes' descriptors and checks each by itself.
    private mutating func readClasses() throws(LoadFault) {
        let count = bundle.pointee.class_count(bundle)
        guard count <= Self.countLimit else {
            throw malformed(.tooMany(count, "classes", limit: Self.countLimit))
        }
        classes.reserveCapacity(Int(count))
        for index in 0..<count {
            guard let descriptor = bundle.pointee.get_class(bundle, index) else {
                throw malformed(.nullClass(index, count: count))
            }
            let name = try check(descriptor.pointee, at: index, of: count)
            classes.append(CheckedClass(descriptor: descriptor.pointee, name: name))
        }
    }

    /// Checks a class's descriptor, less its inheritance, and returns its name.
    private func check(_ entry: testkit_class, at index: UInt32, of count: UInt32) throws(LoadFault) -> CheckedName {
        var place: String { "class \(index)" }
        guard entry.struct_size >= UInt32(MemoryLayout<testkit_class>.size) else {
            let needed = MemoryLayout<testkit_class>.size
            throw malformed(.at(place, .shortStructure(needed: needed, got: entry.struct_size)))
        }
        let name = try checked(entry.name, as: .name, of: place)
        var named: String { "\(place) '\(String(cString: entry.name))'" }
        try checkPath(entry.file, of: named)
        let known: UInt32 = 0b1111
        if entry.flags & ~known != 0 { throw malformed(.at(named, .unknownFlags(entry.flags & ~known))) }
        let abstractAndConcrete = TESTKIT_CLASS_ABSTRACT.rawValue | TESTKIT_CLASS_CONCRETE.rawValue
        if entry.flags & abstractAndConcrete == abstractAndConcrete {
            throw malformed(.at(named, .abstractAndConcrete))
        }
        if entry.support > TESTKIT_UNSUPPORTED.rawValue {
            throw malformed(.at(named, .unknownSupport("support", entry.support)))
        }
        if entry.case_count > Self.countLimit {
            throw malformed(.at(named, .tooMany(entry.case_count, "cases", limit: Self.countLimit)))
        }
        if entry.superclass != TESTKIT_NO_CLASS, entry.superclass >= count {
            throw malformed(.at(named, .superclass(entry.superclass, count: count)))
        }
        return name
    }

    /// Gives each class a name of its own: of equal ones, the second gets "#2" behind it, in the bundle's order.
    private mutating func distinguishClasses() {
        var (seen, numbers) = (NameTable(capacity: classes.count), NameNumbers())
        let given = classes.map(\.name)
        for (index, name) in given.enumerated() {
            // A class may be called like one with a number.
            while seen.enter(index, classes[index].name, name: { classes[$0].name }) != nil {
                classes[index].name = numbers.next(name)
            }
        }
    }

    /// The cases of a class, those of its superclasses first; a class's own case replaces an inherited one of its name.
    private mutating func resolveCases(_ index: Int) throws(LoadFault) -> [EffectiveCase] {
        if let known = effective[index] { return known }
        let entry = classes[index].descriptor
        var inherited: [EffectiveCase] = []
        if entry.superclass != TESTKIT_NO_CLASS { inherited = try resolveCases(Int(entry.superclass)) }
        // Before they are read: a class for each of a million would fill the memory.
        room -= inherited.count + Int(entry.case_count)
        if room < 0 { throw tooLarge }
        var own: [EffectiveCase] = []
        own.reserveCapacity(Int(entry.case_count))
        for place in 0..<entry.case_count { own.append(try readCase(place, of: index)) }
        let cases = Overloads(of: bundle).merge(own, over: inherited)
        effective[index] = cases
        return cases
    }

    /// Copies a case's descriptor and checks it.
    private mutating func readCase(_ caseIndex: UInt32, of classIndex: Int) throws(LoadFault) -> EffectiveCase {
        var owner: String { "'\(name(of: classIndex))'" }
        let classNumber = UInt32(classIndex)
        guard let descriptor = bundle.pointee.get_case(bundle, classNumber, caseIndex) else {
            throw malformed(.nullCase(caseIndex, ofClass: classIndex, named: owner))
        }
        let entry = descriptor.pointee
        let needed = UInt32(MemoryLayout<testkit_case>.size)
        guard entry.struct_size >= needed else {
            let fault = DescriptorFault.shortStructure(needed: Int(needed), got: entry.struct_size)
            throw malformed(.at("case \(caseIndex) of \(owner)", fault))
        }
        let caseName = try checked(entry.name, as: .name, of: "case \(caseIndex) of \(owner)")
        if entry.file != checkedPath {
            try checkPath(entry.file, of: "case \(caseIndex) of \(owner)")
            checkedPath = entry.file
        }
        if entry.flags & ~0b11 != 0 {
            throw malformed(.at("case \(caseIndex) of \(owner)", .unknownFlags(entry.flags & ~0b11)))
        }
        return EffectiveCase(
            owner: classNumber, index: caseIndex, flags: entry.flags, line: entry.line, file: entry.file,
            name: caseName, plainName: caseName)
    }

    /// Writes all of it to the listing.
    ///
    /// `Registry` reads it back.
    func write(to listing: inout ByteWriter, reading: ExampleReading? = nil) throws(LoadFault) {
        listing.append(text: (try? CheckedName(bundle.pointee.producer))?.bytes ?? bytes(of: nil))
        listing.append(UInt32(classes.count))
        // How much there is to come, so that the reader need not make room twice.
        listing.append(UInt32(clamping: effective.reduce(0) { $0 + ($1?.count ?? 0) }))
        for (index, item) in classes.enumerated() {
            let entry = item.descriptor
            listing.append(text: item.name.bytes)
            listing.append(text: bytes(of: entry.file))
            listing.append(entry.line)
            listing.append(entry.superclass)
            listing.append(entry.flags)
            listing.append(entry.run_group)
            listing.append(entry.support)
            listing.append(try homes.home(ofClass: UInt32(index)))
            let cases = effective[index] ?? []
            listing.append(UInt32(cases.count))
            for item in cases { try write(item, as: index, to: &listing, reading) }
        }
        try writeTraits(to: &listing)
        try writeWarnings(to: &listing)
        if listing.isFull { throw tooLarge }
    }

    /// The fault of a bundle whose listing has no room.
    private var tooLarge: LoadFault {
        malformed(.listingTooLong(RunTable.arenaCapacity >> 20))
    }

    /// Writes a case as one class has it.
    private func write(
        _ item: EffectiveCase, as classIndex: Int, to listing: inout ByteWriter, _ reading: ExampleReading?
    ) throws(LoadFault) {
        var support = TESTKIT_SUPPORT_BY_NAME.rawValue
        if let ask = bundle.pointee.case_support {
            support = ask(bundle, UInt32(classIndex), item.owner, item.index)
            guard support <= TESTKIT_UNSUPPORTED.rawValue else {
                throw malformed(.at(identity(item, classIndex), .unknownSupport("case_support", support)))
            }
        }
        listing.append((item.owner, item.index, item.flags, item.line, support))
        listing.append(text: item.name.bytes)
        // Nearly always it is the class's, which need not be copied for each case.
        let file = item.file ?? classes[Int(item.owner)].descriptor.file
        if let file, file != classes[classIndex].descriptor.file {
            listing.append(text: bytes(of: file))
        } else {
            listing.append(ByteReader.absent)
        }
        try writeExamples(of: item, as: classIndex, to: &listing, reading)
    }

    /// Writes how many examples a case has, and their names.
    private func writeExamples(
        of item: EffectiveCase, as classIndex: Int, to listing: inout ByteWriter, _ reading: ExampleReading?
    ) throws(LoadFault) {
        let isParameterised = item.flags & TESTKIT_CASE_PARAMETERISED.rawValue != 0
        guard isParameterised, let count = bundle.pointee.example_count, let name = bundle.pointee.example_name,
            reading?.begin(UInt32(classIndex), item.owner, item.index) ?? true
        else {
            listing.append(UInt32(0))
            return
        }
        let total = count(bundle, UInt32(classIndex), item.owner, item.index)
        guard total <= Self.countLimit else {
            throw malformed(.at(identity(item, classIndex), .tooMany(total, "examples", limit: Self.countLimit)))
        }
        listing.append(total)
        var examples: [CheckedName] = []
        var seen = NameTable(capacity: Int(total))
        for example in 0..<total {
            let text = name(bundle, UInt32(classIndex), item.owner, item.index, example)
            let own = try checked(
                text, as: .example, what: "name of example \(example)", of: identity(item, classIndex))
            if seen.enter(examples.count, own, name: { examples[$0] }) != nil {
                let text = String(decoding: own.bytes, as: UTF8.self)
                throw malformed(.at(identity(item, classIndex), .twins(text)))
            }
            examples.append(own)
            listing.append(text: own.bytes)
        }
        reading?.end()
    }
}

// MARK: - Names and places

extension BundleEnumerator {
    /// A fault of the descriptors.
    func malformed(_ fault: DescriptorFault) -> LoadFault { LoadFault(.descriptors(fault)) }

    /// A class's name.
    func name(of index: Int) -> String { String(cString: classes[index].descriptor.name) }

    /// "Module.Class/case", for a fault's reason.
    func identity(_ item: EffectiveCase, _ classIndex: Int) -> String {
        "'\(Identity.ofCase(String(decoding: item.plainName.bytes, as: UTF8.self), of: name(of: classIndex)))'"
    }

    /// A C string's bytes, none for null.
    private func bytes(of text: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
        guard let text else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: text, count: strlen(text))
    }

    /// Checks a name that must be there.
    private func checked(
        _ name: UnsafePointer<CChar>?, as part: IdentityEscape.Part? = nil,
        what: @autoclosure () -> String = "name", of place: @autoclosure () -> String
    ) throws(LoadFault) -> CheckedName {
        do throws(NameFault) {
            return try CheckedName(name, as: part)
        } catch { throw malformed(.at(place(), .text(what(), error))) }
    }

    /// Checks a path that may be null.
    private func checkPath(
        _ path: UnsafePointer<CChar>?, of place: @autoclosure () -> String
    ) throws(LoadFault) {
        guard let path, path.pointee != 0 else { return }
        _ = try checked(path, what: "file", of: place())
    }
}
