// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// A class as a test wants a bundle to describe it.
///
/// The defaults are those of a well-formed class.
struct FakeClass {
    /// The name's bytes, without the zero that ends them; nil for a null pointer.
    var name: [UInt8]?
    /// The superclass, by its index in the bundle.
    var superclass = TESTKIT_NO_CLASS
    /// Its `testkit_class_flags`.
    var flags: UInt32 = 0
    /// Its run group, which counts with the flag.
    var runGroup: Int32 = 0
    /// Its `testkit_support`.
    var support: UInt32 = 0
    /// The cases that it declares.
    var cases: [FakeCase] = []
    /// How many cases it claims, where that is not the truth.
    var claimedCases: UInt32?
    /// How long its descriptor claims to be.
    var structSize = UInt32(MemoryLayout<testkit_class>.size)
    /// Its tags; null where nil.
    var tags: [String?] = []
    /// Its name for people, if it has one.
    var title: String?
    /// The time limit that it states, in seconds.
    var limit: Double?
    /// Its resources; null where nil.
    var resources: [String?] = []
    /// The library that registers it, if that is another one.
    var library: String?
    /// How many tags it claims, where that is not the truth.
    var claimedTags: UInt32?
    /// How long its traits claim to be.
    var traitsSize = UInt32(MemoryLayout<testkit_class_traits>.size)
    /// The source file.
    var file: String? = "Suite.swift"
    /// The line of the declaration.
    var line: UInt32 = 1

    /// A class of that name.
    init(_ name: String, _ cases: [FakeCase] = [], superclass: Int? = nil, group: Int32? = nil, flags: UInt32 = 0) {
        self.name = Array(name.utf8)
        self.cases = cases
        self.superclass = superclass.map { UInt32($0) } ?? TESTKIT_NO_CLASS
        self.flags = flags | (group == nil ? 0 : TESTKIT_CLASS_HAS_RUN_GROUP.rawValue)
        runGroup = group ?? 0
    }
}

/// A case as a test wants a bundle to describe it.
struct FakeCase: ExpressibleByStringLiteral {
    /// The name's bytes, without the zero that ends them; nil for a null pointer.
    var name: [UInt8]?
    /// Its `testkit_case_flags`.
    var flags: UInt32 = 0
    /// The answer of `case_support`.
    var support: UInt32 = 0
    /// The names of its examples; null where nil.
    var examples: [String?] = []
    /// How many examples it claims, where that is not the truth.
    var claimedExamples: UInt32?
    /// Its tags; null where nil.
    var tags: [String?] = []
    /// Its name for people, if it has one.
    var title: String?
    /// Its links; null where nil.
    var links: [String?] = []
    /// The time limit that it states, in seconds.
    var limit: Double?
    /// The ending that it declares: its kind, and the signal or status.
    var ending: (UInt32, Int32)?
    /// How long its descriptor claims to be.
    var structSize = UInt32(MemoryLayout<testkit_case>.size)
    /// How long its traits claim to be.
    var traitsSize = UInt32(MemoryLayout<testkit_case_traits>.size)
    /// Its parameters, as its source has them.
    var parameters: String?
    /// The line of the declaration.
    var line: UInt32 = 1
    /// Whether `get_case` returns null for it.
    var isNull = false

    /// A plain case.
    init(stringLiteral name: String) { self.name = Array(name.utf8) }

    /// A case; with examples it is a parameterised one.
    init(_ name: String, focused: Bool = false, examples: [String]? = nil) {
        self.name = Array(name.utf8)
        self.examples = examples ?? []
        flags = focused ? TESTKIT_CASE_FOCUSED.rawValue : 0
        if examples != nil { flags |= TESTKIT_CASE_PARAMETERISED.rawValue }
    }
}

/// A bundle in the process of the tests: real C descriptors, served by real C functions.
///
/// Its memory is never freed, like that of a loaded bundle.
final class FakeBundle {
    /// The ABI's part, and behind it the object that serves it.
    private struct Box {
        /// The table that the host receives.
        var interface: testkit_bundle
        /// The object.
        var context: Unmanaged<FakeBundle>
    }

    /// The descriptors of the classes; nil for those that `get_class` answers with null.
    private var classes: [UnsafePointer<testkit_class>?] = []
    /// The descriptors of each class's cases.
    private var cases: [[UnsafePointer<testkit_case>?]] = []
    /// The classes as they were given.
    private let described: [FakeClass]
    /// The traits of the classes.
    private var classTraits: [UnsafePointer<testkit_class_traits>] = []
    /// The traits of each class's cases.
    private var caseTraits: [[UnsafePointer<testkit_case_traits>]] = []
    /// The examples' names of each case of each class.
    private var examples: [[[UnsafePointer<CChar>?]]] = []
    /// How many classes it claims to have.
    private let claimedClasses: UInt32
    /// The answers of the functions that run something.
    var answers = Answers()
    /// What it states for the event stream of its framework, if it has that extension.
    var framework: UnsafePointer<testkit_framework>?
    /// Which of them were called: "begin 0", "run 0 1" with the declaring class and the case, "end 0".
    private(set) var calls: [String] = []
    /// The examples that cases were run with, by index; those without one left out.
    private(set) var examplesRun: [UInt32] = []

    /// The answers of the functions that run something: each passes unless it is set otherwise.
    struct Answers {
        /// Of a class's set-up, by activity and class.
        var begin: (UInt64, UInt32) -> UInt32 = { _, _ in TESTKIT_PASSED.rawValue }
        /// Of a case, by activity, declaring class, case and example.
        var run: (UInt64, UInt32, UInt32, UInt32) -> UInt32 = { _, _, _, _ in TESTKIT_PASSED.rawValue }
        /// Of a class's tear-down, by activity and class.
        var end: (UInt64, UInt32) -> UInt32 = { _, _ in TESTKIT_PASSED.rawValue }
    }
    /// The table that the host receives.
    let interface: UnsafeMutablePointer<testkit_bundle>

    /// A bundle of some classes; `nullClass` is the index of one that `get_class` does not know.
    init(_ described: [FakeClass], claimedClasses: UInt32? = nil, nullClass: Int? = nil) {
        self.described = described
        self.claimedClasses = claimedClasses ?? UInt32(described.count)
        let box = UnsafeMutablePointer<Box>.allocate(capacity: 1)
        interface = UnsafeMutableRawPointer(box).assumingMemoryBound(to: testkit_bundle.self)
        for (index, entry) in described.enumerated() {
            classes.append(index == nullClass ? nil : Self.descriptor(of: entry))
            cases.append(entry.cases.map { Self.descriptor(of: $0) })
            classTraits.append(Self.traits(of: entry))
            caseTraits.append(entry.cases.map { Self.traits(of: $0) })
            examples.append(entry.cases.map { $0.examples.map { Self.text($0.map { Array($0.utf8) }) } })
        }
        box.initialize(to: Box(interface: Self.callbacks(), context: .passRetained(self)))
    }

    /// Gives a case of the first class as many other examples.
    func renameExamples(ofCase index: Int, to names: [String]) {
        examples[0][index] = names.map { Self.text(Array($0.utf8)) }
    }

    /// Reports a failed assertion to a host.
    static func report(_ message: String, to host: UnsafePointer<testkit_host>, _ activity: UInt64) {
        message.withCString { text in
            var issue = testkit_issue()
            issue.kind = TESTKIT_ISSUE_ASSERTION.rawValue
            issue.message = text
            host.pointee.report_issue?(host, activity, &issue)
        }
    }

    /// A C string that is never freed.
    private static func text(_ bytes: [UInt8]?) -> UnsafePointer<CChar>? {
        guard let bytes else { return nil }
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { memory[index] = CChar(bitPattern: byte) }
        memory[bytes.count] = 0
        return UnsafePointer(memory)
    }

    /// A class's descriptor.
    private static func descriptor(of entry: FakeClass) -> UnsafePointer<testkit_class> {
        var value = testkit_class()
        value.struct_size = entry.structSize
        value.flags = entry.flags
        value.name = text(entry.name)
        value.file = text(entry.file.map { Array($0.utf8) })
        value.line = entry.line
        value.superclass = entry.superclass
        value.run_group = entry.runGroup
        value.support = entry.support
        value.case_count = entry.claimedCases ?? UInt32(entry.cases.count)
        return kept(value)
    }

    /// A case's descriptor.
    private static func descriptor(of entry: FakeCase) -> UnsafePointer<testkit_case>? {
        if entry.isNull { return nil }
        var value = testkit_case()
        value.struct_size = entry.structSize
        value.flags = entry.flags
        value.name = text(entry.name)
        value.line = entry.line
        value.parameters = text(entry.parameters.map { Array($0.utf8) })
        return kept(value)
    }

    /// The object behind an interface.
    private static func behind(_ interface: UnsafePointer<testkit_bundle>?) -> FakeBundle {
        guard let interface else { preconditionFailure("the host passed no bundle") }
        return UnsafeRawPointer(interface).assumingMemoryBound(to: Box.self).pointee.context.takeUnretainedValue()
    }

    /// A case as it was given.
    private func described(_ owner: UInt32, _ index: UInt32) -> FakeCase { described[Int(owner)].cases[Int(index)] }

    /// The functions of the ABI.
    private static func callbacks() -> testkit_bundle {
        var bundle = testkit_bundle()
        bundle.magic = TESTKIT_MAGIC
        bundle.struct_size = UInt32(MemoryLayout<testkit_bundle>.size)
        bundle.abi_major = UInt16(TESTKIT_ABI_MAJOR)
        bundle.producer = text(Array("FakeBundle 1".utf8))
        bundle.connect = { _, _ in nil }
        bundle.class_count = { FakeBundle.behind($0).claimedClasses }
        bundle.get_class = { FakeBundle.behind($0).classes[Int($1)] }
        bundle.get_case = { FakeBundle.behind($0).cases[Int($1)][Int($2)] }
        bundle.case_support = { bundle, _, owner, index in FakeBundle.behind(bundle).described(owner, index).support }
        bundle.example_count = { bundle, _, owner, index in
            let entry = FakeBundle.behind(bundle).described(owner, index)
            return entry.claimedExamples ?? UInt32(entry.examples.count)
        }
        bundle.example_name = { bundle, _, owner, index, example in
            FakeBundle.behind(bundle).examples[Int(owner)][Int(index)][Int(example)]
        }
        bundle.begin_class = { bundle, activity, index in
            let own = FakeBundle.behind(bundle)
            own.calls.append("begin \(index)")
            return own.answers.begin(activity, index)
        }
        bundle.run_case = { bundle, activity, _, owner, index, example in
            let own = FakeBundle.behind(bundle)
            own.calls.append("run \(owner) \(index)")
            if example != TESTKIT_NO_EXAMPLE { own.examplesRun.append(example) }
            return own.answers.run(activity, owner, index, example)
        }
        bundle.end_class = { bundle, activity, index in
            let own = FakeBundle.behind(bundle)
            own.calls.append("end \(index)")
            return own.answers.end(activity, index)
        }
        bundle.class_traits = { FakeBundle.behind($0).classTraits[Int($1)] }
        bundle.case_traits = { bundle, _, owner, index in FakeBundle.behind(bundle).caseTraits[Int(owner)][Int(index)] }
        bundle.get_extension = { bundle, name in
            guard name.map({ String(cString: $0) }) == "testkit.framework/1" else { return nil }
            return FakeBundle.behind(bundle).framework.map { UnsafeRawPointer($0) }
        }
        return bundle
    }

    /// States for the event stream of its framework a suite with everything, or with a null identity, and a run record.
    func stateSuite(
        identitySize: Int = MemoryLayout<testkit_identity>.size, isNull: Bool = false, claimedSuites: UInt32 = 1
    ) {
        var identity = testkit_identity()
        identity.struct_size = UInt32(identitySize)
        (identity.text, identity.file_id) = (Self.text(Array("M.Outer".utf8)), Self.text(Array("M/F.swift".utf8)))
        (identity.line, identity.column) = (7, 9)
        (identity.comments, identity.comment_count) = Self.texts(["// é", "// é"])
        (identity.parameters, identity.parameter_count) = Self.texts(["_", "_"])
        var suite = testkit_suite()
        suite.struct_size = UInt32(MemoryLayout<testkit_suite>.size)
        suite.identity = isNull ? nil : Self.kept(identity)
        (suite.file, suite.title) = (Self.text(Array("/F.swift".utf8)), Self.text(Array("A title".utf8)))
        (suite.tags, suite.tag_count) = Self.texts(["slow", "", "slow"])
        var framework = testkit_framework()
        framework.struct_size = UInt32(MemoryLayout<testkit_framework>.size)
        framework.suite_count = claimedSuites
        framework.suites = Self.kept(Optional(Self.kept(suite)))
        framework.run_record = Self.text(Array("{}".utf8))
        self.framework = Self.kept(framework)
    }

    /// What a class states besides its descriptor.
    private static func traits(of entry: FakeClass) -> UnsafePointer<testkit_class_traits> {
        var traits = testkit_class_traits()
        traits.struct_size = entry.traitsSize
        (traits.tags, traits.tag_count) = texts(entry.tags)
        (traits.resources, traits.resource_count) = texts(entry.resources)
        traits.tag_count = entry.claimedTags ?? traits.tag_count
        traits.title = text(entry.title.map { Array($0.utf8) })
        traits.time_limit = entry.limit.map(kept)
        traits.library = text(entry.library.map { Array($0.utf8) })
        return kept(traits)
    }

    /// What a class states of a case besides its descriptor.
    private static func traits(of entry: FakeCase) -> UnsafePointer<testkit_case_traits> {
        var traits = testkit_case_traits()
        traits.struct_size = entry.traitsSize
        (traits.tags, traits.tag_count) = texts(entry.tags)
        (traits.links, traits.link_count) = texts(entry.links)
        traits.title = text(entry.title.map { Array($0.utf8) })
        traits.time_limit = entry.limit.map(kept)
        (traits.ending, traits.ending_value) = entry.ending ?? (0, 0)
        return kept(traits)
    }

    /// Some C strings that are never freed.
    private static func texts(_ texts: [String?]) -> (UnsafePointer<UnsafePointer<CChar>?>?, UInt32) {
        let memory = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count)
        for (place, text) in texts.enumerated() {
            (memory + place).initialize(to: Self.text(text.map { Array($0.utf8) }))
        }
        return (UnsafePointer(memory), UInt32(texts.count))
    }

    /// Puts a value where it stays.
    private static func kept<Value>(_ value: Value) -> UnsafePointer<Value> {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        memory.initialize(to: value)
        return UnsafePointer(memory)
    }

    /// The listing of some bundles, framed as a worker frames it.
    static func listing(_ bundles: [FakeBundle]) throws -> [UInt8] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
        defer { memory.deallocate() }
        var listing = ByteWriter(memory)
        for (index, bundle) in bundles.enumerated() {
            let start = listing.count
            listing.append(UInt32(0))
            listing.append(UInt32(index))
            try BundleEnumerator(bundle.interface).write(to: &listing)
            listing.overwrite(at: start, with: UInt32(listing.count - start))
        }
        return Array(memory[..<listing.count])
    }
}

extension Registry {
    /// The registry of some bundles, made by the stages that make every registry.
    ///
    /// `_Here` is a current platform's suffix, `_There` one of a platform that is not.
    static func of(_ bundles: [(String, [FakeClass])], adapted: Set<String> = []) throws -> Registry {
        let files = bundles.map {
            BundleFile(
                path: "bundles/\($0.0).so", name: IdentityEscape.escaped($0.0, as: .bundle) ?? $0.0,
                isAdapted: adapted.contains($0.0))
        }
        let listing = try FakeBundle.listing(bundles.map { FakeBundle($0.1) })
        let platforms = Platforms(current: ["Here"], declared: ["There"])
        return try RegistryBuilder.build(listing: listing, files: files, excluded: [], platforms: platforms)
    }

    /// The registry of one bundle, named `B`.
    static func of(_ classes: [FakeClass]) throws -> Registry { try of([("B", classes)]) }
}

extension RunFacts {
    /// The facts of a run of one bundle, which prints to the tests' own output.
    static func ofOneBundle(isolation: Isolation = .worker) -> RunFacts {
        RunFacts(
            files: [BundleFile(path: "B.so", name: "B")], paths: ["/B.so"], isLive: true, keepsAllOutput: false,
            leaks: .off, isolation: isolation, seed: 1, platforms: Platforms(),
            attachments: AttachmentPlace(given: nil, temporary: "/nowhere", token: 0))
    }
}
