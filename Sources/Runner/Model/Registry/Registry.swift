// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport
import WorkerShims

/// Every class of every bundle that could be used: the class hierarchy, and what follows from it.
///
/// A value, read from the listing that a worker wrote and completed by the configuration; a run does not change it. Names stay where
/// they are in that listing.
public struct Registry: Sendable {
    /// A bundle that was listed.
    public struct Bundle: Sendable {
        /// Its index among the files.
        public let fileIndex: Int
        /// Its name: the first part of its tests' identities.
        public let name: String
        /// The bundle's producer, for people.
        public let producer: String
        /// Its classes.
        public let classes: Range<Int>

        /// Makes one from its parts.
        public init(fileIndex: Int, name: String, producer: String, classes: Range<Int>) {
            self.fileIndex = fileIndex
            self.name = name
            self.producer = producer
            self.classes = classes
        }
    }

    /// A class.
    public struct Class: Sendable {
        /// The index of its bundle in the files.
        public let bundle: Int
        /// Its index in the bundle.
        public let index: UInt32
        /// "Module.Class".
        public let name: Text
        /// The source file, empty if unknown.
        public let file: Text
        /// The line of the declaration; 0 if unknown.
        public let line: UInt32
        /// The registry index of the superclass, which may be in another bundle.
        public var superclass: Int?
        /// Its own `testkit_class_flags`.
        public internal(set) var flags: UInt32
        /// The support that the bundle declares: a `testkit_support`.
        public let declaredSupport: UInt32
        /// All its cases, inherited ones included.
        public let cases: Range<Int>
        /// Its own run group, or an inherited one, or 1.
        public var runGroup: Int32
        /// Whether it or a superclass is focused by name.
        public var isFocused = false
        /// Whether it is never run itself.
        public var isAbstract = false
        /// The reason why it cannot run here, by rules 10 and 11; nil if it can.
        public var unsupported: Unsupported?

        /// Its tags, inherited ones included, by number in `tagSets`.
        public var tags = TagSets.none
        /// The time limit for its set-up, its tear-down and each of its cases, in nanoseconds, if it or a superclass states one.
        public var limit: UInt64?

        /// Whether its own name asks for focus.
        public var hasOwnFocus: Bool { flags & TESTKIT_CLASS_FOCUSED.rawValue != 0 }
        /// Whether its cases can run at the same time in one process, by the means of their framework.
        public var isConcurrent: Bool { flags & TESTKIT_CLASS_CONCURRENT.rawValue != 0 }
        /// Whether its cases may run in several processes at once.
        public var isDivisible: Bool { flags & TESTKIT_CLASS_DIVISIBLE.rawValue != 0 }
    }

    /// A case, as one class has it: in as few bytes as it takes, since there may be millions.
    public struct Case: Sendable, BitwiseCopyable {
        /// Its class, by registry index.
        private let classNumber: UInt32
        /// The class that declares it, by its index in the bundle.
        public let ownerIndex: UInt32
        /// Its index there.
        public var index: UInt32
        /// Its `testkit_case_flags`.
        let flags: UInt32
        /// The line of the declaration; 0 if unknown.
        public let line: UInt32
        /// The method's name.
        public let name: Text
        /// The source file, empty if unknown.
        public let file: Text
        /// The place of its first example's name, and how many it has.
        private var firstExample: UInt32, exampleCount: UInt32
        /// Whether it can run here.
        public let isSupported: Bool
        /// Whether it is its class that says it cannot run here, and not its name.
        var isRefused: Bool
        /// Its tags and its class's, by number in `tagSets`.
        public var tags: UInt32

        /// Its class, by registry index.
        public var classIndex: Int { Int(classNumber) }
        /// Its examples' names.
        public var examples: Range<Int> {
            get { Int(firstExample)..<Int(firstExample) + Int(exampleCount) }
            set {
                firstExample = UInt32(clamping: newValue.lowerBound)
                exampleCount = UInt32(clamping: newValue.count)
            }
        }

        /// Makes a case.
        public init(
            classIndex: Int, ownerIndex: UInt32, index: UInt32, flags: UInt32, line: UInt32, name: Text, file: Text,
            examples: Range<Int>, isSupported: Bool, isRefused: Bool = false, tags: UInt32 = TagSets.none
        ) {
            (classNumber, self.ownerIndex, self.index) = (UInt32(clamping: classIndex), ownerIndex, index)
            (self.flags, self.line, self.name, self.file) = (flags, line, name, file)
            (firstExample, exampleCount) = (UInt32(clamping: examples.lowerBound), UInt32(clamping: examples.count))
            (self.isSupported, self.isRefused, self.tags) = (isSupported, isRefused, tags)
        }

        /// Whether its own name asks for focus.
        public var isFocused: Bool { flags & TESTKIT_CASE_FOCUSED.rawValue != 0 }
        /// Whether it runs once for each example.
        public var isParameterised: Bool { flags & TESTKIT_CASE_PARAMETERISED.rawValue != 0 }
    }

    /// The reason why a class cannot run here.
    public enum Unsupported: Sendable {
        /// Its name's suffix, or a superclass's.
        case byClass
        /// It or a superclass says so itself, whatever the names say.
        case bySuite
        /// None of its cases can.
        case noCase
    }

    /// The bundles, sorted by name and so by file index.
    public var bundles: [Bundle] = []
    /// The test executables, by file index: their classes stay together in a plan.
    public var executables: BundleSet = []
    /// The classes of all bundles.
    public var classes: [Class] = []
    /// The cases of all classes, those of a class side by side.
    public var cases: [Case] = []
    /// The examples' names.
    public var examples: [Text] = []
    /// The tags of classes and cases.
    public var tagSets = TagSets()
    /// The time limits of cases that state one, or whose class does, in nanoseconds, by registry index.
    public var limits: [Int: UInt64] = [:]
    /// The source of the choice which task of a case runs next, by registry index, where a rule states one.
    public var taskSources: [Int: Chance.Source] = [:]
    /// The cases that keep something running by intention, such as a server, by registry index, where a rule says so.
    public var keepsRunning: Set<Int> = []
    /// The cases that run at the same time as others of their class, by registry index, where a rule says so.
    public private(set) var runningTogether: Set<Int> = []
    /// The cases that are declared to end their process, by registry index.
    public var endings: [Int: ExitExpectation] = [:]
    /// The resources that classes use.
    public var resources = ResourceUse()
    /// The descriptions of classes that have one, by registry index.
    public var classDescriptions: [Int: Description] = [:]
    /// The descriptions of cases that have one, by registry index.
    public var caseDescriptions: [Int: Description] = [:]
    /// The suites of other frameworks that are no classes.
    public var suites: [FrameworkSuites.Suite] = []
    /// The records that other frameworks write in their event streams when a run starts, as JSON, each once.
    public var runRecords: [String] = []
    /// The warnings of the bundles' builds.
    public var warnings: [BuildWarning] = []
    /// The known platforms.
    var platforms = Platforms()
    /// The bytes that contain all names.
    public var bytes: [UInt8] = []

    /// Starts with the defaults.
    public init() {}

    /// Has a case run at the same time as others of its class, all in one process, where its framework can do that.
    mutating func runTogether(_ index: Int) {
        let owner = cases[index].classIndex
        guard classes[owner].isConcurrent else { return }
        runningTogether.insert(index)
        classes[owner].flags &= ~TESTKIT_CLASS_DIVISIBLE.rawValue
    }

    /// A name's bytes.
    public func characters(_ text: Text) -> ArraySlice<UInt8> { bytes[text.range] }

    /// A name as a string.
    public func string(_ text: Text) -> String { String(decoding: characters(text), as: UTF8.self) }

    /// Whether a name is just that text, byte for byte.
    func isEqual(_ text: Text, _ other: String) -> Bool { characters(text).elementsEqual(other.utf8) }

    /// Whether a slash in the name of a case's example separates suites: a framework that names the case in its own way has arguments,
    /// in which a slash is a character like any other.
    public func hasExampleSuites(inCase index: Int) -> Bool {
        cases[index].isParameterised && caseDescriptions[index]?.identity == nil
    }

    /// "bundle/Module.Class".
    public func identity(ofClass index: Int) -> String {
        Identity.ofClass(string(classes[index].name), in: bundleName(of: index))
    }

    /// "bundle/Module.Class/case", with "[example]" where one is given.
    public func identity(ofCase index: Int, example: Int? = nil) -> String {
        Identity.ofCase(name(ofCase: index, example: example), of: identity(ofClass: cases[index].classIndex))
    }

    /// "case", with "[example]" where one is given.
    public func name(ofCase index: Int, example: Int? = nil) -> String {
        Identity.ofExample(example.flatMap { exampleName(ofCase: index, $0) }, of: string(cases[index].name))
    }

    /// The name of a case's example; nil if the case has no such example.
    public func exampleName(ofCase index: Int, _ example: Int) -> String? {
        let all = cases[index].examples
        return example < all.count ? string(examples[all.lowerBound + example]) : nil
    }

    /// The key of a class, after which those of its cases begin: "bundle/Module.Class/".
    static func prefix(after owner: OrderKey) -> OrderKey { owner.appending(Identity.slash) }

    /// The place of a class's bundle among the bundles; nil if that could not be used.
    public func bundlePlace(of classIndex: Int) -> Int? {
        let file = classes[classIndex].bundle
        // The files are sorted by name as well; those that could not be used are missing.
        let place = bundles.prefix(file + 1).partitionPoint { $0.fileIndex >= file }
        return place < bundles.count && bundles[place].fileIndex == file ? place : nil
    }

    /// The name of a class's bundle.
    public func bundleName(of classIndex: Int) -> String { bundlePlace(of: classIndex).map { bundles[$0].name } ?? "" }

    /// A class and its superclasses, from itself upwards.
    public func chain(from index: Int) -> [Int] {
        var chain = [index]
        while let next = classes[chain[chain.count - 1]].superclass, chain.count <= classes.count { chain.append(next) }
        return chain
    }

    /// Whether a class has a case that is focused, by its own name or a class's, and can run here.
    public func hasFocus(_ entry: Class) -> Bool {
        guard !entry.isAbstract, entry.unsupported == nil else { return false }
        return cases[entry.cases].contains { $0.isSupported && ($0.isFocused || entry.isFocused) }
    }

    /// The classes that inherit directly from each class.
    public func subclasses() -> [[Int]] {
        var result: [[Int]] = Array(repeating: [], count: classes.count)
        for (index, entry) in classes.enumerated() {
            if let parent = entry.superclass { result[parent].append(index) }
        }
        return result
    }

    /// The classes that a name may mean: an identity, "Module.Class" or "Class"; as written, then without and with a
    /// focus prefix (rule 3 of the semantics).
    ///
    /// Names in the registry have no focus prefix, so that the last two are one.
    public func classes(named name: String) -> [Int] {
        let exact = classesExactly(named: name)
        if !exact.isEmpty { return exact }
        if let plain = Self.withoutFocusPrefix(name) { return classesExactly(named: plain) }
        // As the source has it, where an identity has an escape.
        return IdentityEscape.escaped(name, as: .name).map { classesExactly(named: $0) } ?? []
    }

    /// The classes of just that identity, qualified name or last component.
    private func classesExactly(named name: String) -> [Int] {
        let wanted = Array(name.utf8)
        return classes.indices.filter { index in
            let own = bytes[classes[index].name.range]
            if own.count == wanted.count { return own.elementsEqual(wanted) }
            if own.count > wanted.count {
                return own.suffix(wanted.count).elementsEqual(wanted)
                    && own[own.endIndex - wanted.count - 1] == UInt8(ascii: ".")
            }
            // "bundle/Module.Class": most names end otherwise, so that the bundle is looked up for few.
            guard wanted.suffix(own.count).elementsEqual(own) else { return false }
            return wanted.dropLast(own.count).elementsEqual("\(bundleName(of: index))/".utf8)
        }
    }

    /// A class's or case's name without `focus_` or `Focus_` before its last component; nil if it has none.
    static func withoutFocusPrefix(_ name: String) -> String? {
        let start = name.lastIndex { $0 == "." || $0 == "/" }.map(name.index(after:)) ?? name.startIndex
        let last = name[start...]
        guard last.hasPrefix("focus_") || last.hasPrefix("Focus_") else { return nil }
        return String(name[..<start] + last.dropFirst(6))
    }
}

extension Registry.Class {
    /// A class with what its bundle says of it alone.
    public init(
        bundle: Int, index: UInt32, name: Text, file: Text, line: UInt32, superclass: Int?, flags: UInt32,
        declaredSupport: UInt32, cases: Range<Int>, runGroup: Int32
    ) {
        self.init(
            bundle: bundle, index: index, name: name, file: file, line: line, superclass: superclass, flags: flags,
            declaredSupport: declaredSupport, cases: cases, runGroup: runGroup, isFocused: false)
    }
}
