// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel
import RunnerSupport

/// Reads all that a bundle describes, checks it, and writes it to the listing.
///
/// Runs in a worker. A class, though it has one owner: as a value it was copied for the closures of each case.
///
/// Nothing in the descriptors is believed: counts have limits, indices must be in range, and inheritance must end. The first such
/// fault ends the reading, and the bundle. A name, a trait or an example that cannot be used affects no other test: it is replaced or
/// left out, with a warning.
///
/// Rule 31.
final class BundleEnumerator {
    /// The most classes that a bundle may have, and the most cases of a class.
    static let countLimit: UInt32 = 1_000_000
    /// The most cases of all classes, own and inherited ones: each takes at least so many bytes of the listing.
    static let caseLimit = RunTable.arenaCapacity / 32
    /// For how many cases there is room before they are read: what a bundle says of itself need not be true.
    private static let usualCount = 1 << 16

    /// The bundle to read.
    let bundle: UnsafePointer<testkit_bundle>
    /// The classes, all checked.
    private(set) var classes: [CheckedClass] = []
    /// The cases of all classes, in one piece of memory; filled from superclass to subclass.
    private var cases: [EffectiveCase] = []
    /// Where those of each class are: its own and inherited ones, root first.
    private var places: [Range<Int>?] = []

    /// A class.
    struct CheckedClass {
        /// Its descriptor, less a path that cannot be used.
        var descriptor: testkit_class
        /// Its name.
        var name: ValidatedName
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
        var name: ValidatedName
        /// Its name as the bundle has it.
        var plainName: ValidatedName
        /// Whether its parameters follow its name.
        var isDistinguished = false
    }

    /// The statements about classes and cases besides their descriptors.
    let traits: TraitReader
    /// Which classes are other bundles' own.
    private let owners: ClassOwners
    /// The number of further cases that the classes may have, own and inherited ones.
    private var room: Int

    /// Warnings about names and traits that were replaced or left out.
    private(set) var notes: [BuildWarning] = []
    /// The last path of a case that was checked: nearly always the next one's as well.
    private var lastPath: UnsafePointer<CChar>?

    /// Reads a bundle whose header is checked and that is connected.
    ///
    /// - Parameters:
    ///   - paths: The paths of all bundles of the run, in which superclasses may be.
    ///   - limit: The most cases of all classes.
    init(
        _ bundle: UnsafePointer<testkit_bundle>, among paths: [String] = [], limit: Int = BundleEnumerator.caseLimit
    ) throws(LoadFault) {
        (self.bundle, room) = (bundle, limit)
        traits = TraitReader(bundle: bundle)
        owners = ClassOwners(among: paths)
        try readClasses()
        try checkInheritance()
        distinguishClasses()
        places = Array(repeating: nil, count: classes.count)
        cases.reservePages(min(Self.usualCount, classes.reduce(0) { $0 + Int($1.descriptor.case_count) }))
        for index in classes.indices { _ = try resolveCases(index) }
        if let ask = bundle.pointee.case_support { leaveOutUnlisted(ask) }
    }

    /// Leaves out the cases that an adapter does not list, since others were asked for.
    private func leaveOutUnlisted(_ ask: (UnsafePointer<testkit_bundle>?, UInt32, UInt32, UInt32) -> UInt32) {
        let all = classes.indices.map { index in
            cases(ofClass: index).filter { ask(bundle, UInt32(index), $0.owner, $0.index) != TESTKIT_UNLISTED.rawValue }
        }
        let count = all.reduce(0) { $0 + $1.count }
        if count == cases.count { return }
        cases = []
        cases.reserveCapacity(count)
        for (index, listed) in all.enumerated() {
            places[index] = cases.count..<cases.count + listed.count
            cases += listed
        }
    }

    /// Copies the classes' descriptors and checks each by itself.
    private func readClasses() throws(LoadFault) {
        let count = bundle.pointee.class_count(bundle)
        guard count <= Self.countLimit else {
            throw malformed(.tooMany(count, "classes", limit: Self.countLimit))
        }
        classes.reserveCapacity(Int(count))
        for index in 0..<count {
            guard let descriptor = bundle.pointee.get_class(bundle, index) else {
                throw malformed(.nullClass(index, count: count))
            }
            let entry = try placed("class \(index)") { () throws(DescriptorFault) in try SizedStruct.read(descriptor) }
            var own = CheckedClass(descriptor: entry, name: try check(entry, at: index, of: count))
            own.descriptor.file = usable(own.descriptor.file, of: "class \(index)")
            classes.append(own)
        }
    }

    /// Checks a class's descriptor, less its inheritance, and returns its name.
    private func check(
        _ entry: testkit_class, at index: UInt32, of count: UInt32
    ) throws(LoadFault) -> ValidatedName {
        var place: String { "class \(index)" }
        let name = checked(entry.name, as: .name, of: place)
        var named: String { "\(place) '\(String(decoding: name.bytes, as: UTF8.self))'" }
        let known: UInt32 = 0b11_1111
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

    /// Gives each class a name of its own: of equal ones, the second gets "#2" after it, in the bundle's order.
    private func distinguishClasses() {
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
    private func resolveCases(_ index: Int) throws(LoadFault) -> Range<Int> {
        if let known = places[index] { return known }
        let entry = classes[index].descriptor
        var inherited: [EffectiveCase] = []
        if entry.superclass != TESTKIT_NO_CLASS { inherited = Array(cases[try resolveCases(Int(entry.superclass))]) }
        // Before they are read: a class for each of a million would fill the memory.
        room -= inherited.count + Int(entry.case_count)
        if room < 0 { throw tooLarge }
        var own: [EffectiveCase] = []
        own.reserveCapacity(Int(entry.case_count))
        for place in 0..<entry.case_count { own.append(try readCase(place, of: index)) }
        let first = cases.count
        cases += Overloads(of: bundle).merge(own, over: inherited)
        places[index] = first..<cases.count
        return first..<cases.count
    }

    /// The cases of a class, its own and inherited ones, root first.
    func cases(ofClass index: Int) -> ArraySlice<EffectiveCase> { places[index].map { cases[$0] } ?? [] }

    /// Copies a case's descriptor and checks it.
    private func readCase(_ caseIndex: UInt32, of classIndex: Int) throws(LoadFault) -> EffectiveCase {
        var owner: String { "'\(name(of: classIndex))'" }
        let classNumber = UInt32(classIndex)
        guard let descriptor = bundle.pointee.get_case(bundle, classNumber, caseIndex) else {
            throw malformed(.nullCase(caseIndex, ofClass: classIndex, named: owner))
        }
        let entry = try placed("case \(caseIndex) of \(owner)") { () throws(DescriptorFault) in
            try SizedStruct.read(descriptor)
        }
        let caseName = checked(entry.name, as: .name, of: "case \(caseIndex) of \(owner)")
        if entry.flags & ~0b11 != 0 {
            throw malformed(.at("case \(caseIndex) of \(owner)", .unknownFlags(entry.flags & ~0b11)))
        }
        return EffectiveCase(
            owner: classNumber, index: caseIndex, flags: entry.flags, line: entry.line,
            file: usable(entry.file, of: "case \(caseIndex) of \(owner)"), name: caseName, plainName: caseName)
    }

    /// Writes all of it to the listing.
    ///
    /// `RegistryBuilder` reads it back.
    func write(to listing: inout ByteWriter, reading: ExampleReading? = nil) throws(LoadFault) {
        listing.append(text: (try? ValidatedName(bundle.pointee.producer))?.bytes ?? bytes(of: nil))
        listing.append(UInt32(classes.count))
        // The number of cases first, so that the reader need not make room twice.
        listing.append(UInt32(clamping: cases.count))
        // Eight numbers, and a name.
        listing.layOut(cases.count * 40)
        for (index, item) in classes.enumerated() {
            let entry = item.descriptor
            listing.append(text: item.name.bytes)
            listing.append(text: bytes(of: entry.file))
            listing.append(entry.line)
            listing.append(entry.superclass)
            listing.append(entry.flags)
            listing.append(entry.run_group)
            listing.append(entry.support)
            listing.append(try home(ofClass: index))
            let cases = cases(ofClass: index)
            listing.append(UInt32(cases.count))
            for item in cases { try write(item, as: index, to: &listing, reading) }
        }
        var coder = CompactCoder()
        try writeTraits(to: &coder)
        var framework = try placed("the extension '\(TESTKIT_FRAMEWORK_EXTENSION)'") { () throws(DescriptorFault) in
            try traits.framework { note($0, of: "a suite") }
        }
        writeWarnings(to: &coder)
        framework.pass(&coder)
        coder.bytes.withUnsafeBytes { listing.append(text: $0) }
        if listing.isFull { throw tooLarge }
    }

    /// The bundle of a class, by file index, as the class's traits state it.
    private func home(ofClass index: Int) throws(LoadFault) -> UInt32 {
        if bundle.pointee.class_traits == nil { return ListingRecord.ownHome }
        return try placed("class \(index) '\(name(of: index))'") { () throws(DescriptorFault) in
            try owners.home(ofClassOf: try traits.statement(onClass: UInt32(index))?.library)
        }
    }

    /// The fault of a bundle whose listing has no room.
    private var tooLarge: LoadFault { malformed(.listingTooLong(RunTable.arenaCapacity >> 20)) }

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

    /// Writes how many examples a case has, and their names: of equal ones, the second gets "#2" after it.
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
        var examples: [ValidatedName] = []
        var (seen, numbers) = (NameTable(capacity: Int(total)), NameNumbers())
        for example in 0..<total {
            let text = name(bundle, UInt32(classIndex), item.owner, item.index, example)
            let given = checked(
                text, as: .example, what: "name of example \(example)", of: identity(item, classIndex),
                or: "#\(example + 1)")
            var own = given
            while seen.enter(examples.count, own, name: { examples[$0] }) != nil {
                if own.isEqual(to: given) {
                    let text = String(decoding: given.bytes, as: UTF8.self)
                    note(.twins(text), of: identity(item, classIndex), in: classIndex, line: item.line)
                }
                own = numbers.next(given)
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
    func name(of index: Int) -> String { String(decoding: classes[index].name.bytes, as: UTF8.self) }

    /// "Module.Class/case", for a fault's reason.
    func identity(_ item: EffectiveCase, _ classIndex: Int) -> String {
        "'\(Identity.ofCase(String(decoding: item.plainName.bytes, as: UTF8.self), of: name(of: classIndex)))'"
    }

    /// A C string's bytes, none for null.
    private func bytes(of text: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
        guard let text else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: text, count: strlen(text))
    }

    /// A name that must be there, or what takes its place.
    private func checked(
        _ name: UnsafePointer<CChar>?, as part: IdentityEscape.Part,
        what: @autoclosure () -> String = "name", of place: @autoclosure () -> String, or replacement: String = "#1"
    ) -> ValidatedName {
        let (own, fault) = ValidatedName.usable(name, as: part, or: replacement)
        if let fault { note(.text(what(), fault), of: place()) }
        return own
    }

    /// A path, or null for one that cannot be used.
    private func usable(
        _ path: UnsafePointer<CChar>?, of place: @autoclosure () -> String
    ) -> UnsafePointer<CChar>? {
        guard let path, path.pointee != 0, path != lastPath else { return path }
        do throws(NameFault) {
            _ = try ValidatedName(path)
            lastPath = path
            return path
        } catch {
            note(.text("file", error), of: place())
            return nil
        }
    }

    /// Notes a replacement or omission, for a warning.
    func note(_ fault: DescriptorFault, of place: String, in classIndex: Int? = nil, line: UInt32 = 0) {
        guard notes.count < BuildWarning.limit else { return }
        let file = classIndex.flatMap { classes[$0].descriptor.file }.map { String(cString: $0) } ?? ""
        notes.append(
            BuildWarning(
                bundle: "", kind: .other, testCount: 0, file: file, line: file.isEmpty ? 0 : Int(line),
                message: "\(place): \(fault)"))
    }
}
