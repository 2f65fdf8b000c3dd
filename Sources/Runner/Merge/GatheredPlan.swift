// SPDX-License-Identifier: MIT

import BundleABI

/// The classes and cases of several files' plans, as they are read.
struct GatheredPlan {
    /// A class.
    struct Class {
        /// Its bundle's name.
        let bundle: String
        /// "Module.Class".
        let name: Text
        /// "bundle/Module.Class".
        let identity: Text
        /// Where it is declared.
        var file = Text.none, line: UInt32 = 0
        /// The superclass, by its place among the classes.
        var superclass: Int?
        /// Its run group.
        var runGroup: Int32 = 1
        /// Whether it asks for focus.
        var isFocused = false
        /// Its tags, by number.
        var tags = TagSets.none
        /// Its name for people; "" for none.
        var title = ""
        /// Whether there is a record of it; else it is only known as another's superclass, or from its cases.
        var isRecorded = false
    }

    /// The classes, in the order in which they were first heard of.
    private(set) var classes: [Class] = []
    /// The cases, likewise; after `arrange()` those of a class stand side by side.
    ///
    /// They are as the registry has them, which takes them as they are: a copy would be the most of a merge's memory.
    private(set) var cases: [Registry.Case] = []
    /// The bytes of all names.
    private(set) var bytes: [UInt8] = []
    /// The sets of tags.
    private(set) var tagSets = TagSets()
    /// The descriptions of cases that have one, by their places among the cases.
    private(set) var descriptions: [Int: Description] = [:]
    /// Whether some case is in several files.
    private(set) var hasOverlap = false

    /// The identities that several tests of one file have, with the places of these; the first of them.
    private(set) var clashes: [Clash] = []
    /// How many there are.
    private(set) var clashCount = 0

    /// Two tests of one identity: their results cannot be told apart.
    struct Clash: Equatable {
        /// The identity.
        let identity: String
        /// The file that has both, by its place among all.
        let file: Int
        /// Where they are declared.
        let places: [String]
    }

    /// The most clashes that are named.
    private static let clashLimit = 20

    /// The examples' names of all cases, those of a case side by side.
    private var exampleNames: [Text] = []
    /// The last file that has each case in its plan.
    private var lastFiles: [Int32] = []
    /// The place that each case was moved to; empty where they stay in the order in which they came.
    private var places: [UInt32] = []
    /// The examples of cases that a later file has more of, by case: all of them.
    private var moreExamples: [Int: [Text]] = [:]
    /// How many more files have a case, by case.
    private var moreFiles: [Int: Int] = [:]
    /// How many files say of a case that it cannot run there, by case.
    private var refusals: [Int: Int] = [:]
    /// The classes by identity.
    private var classIndex = IdentityIndex()
    /// The cases by identity.
    private var caseIndex = IdentityIndex()
    /// Paths of source files that are kept already.
    private var paths: [String: Text] = [:]
    /// Whether the cases of each class came one behind the other.
    private var isSorted = true

    // MARK: Gathering

    /// Takes in a class or a case of a file.
    mutating func take(_ test: JSONValue, file: Int) throws(EventLines.Fault) {
        guard let id = test["id"], let own = test["testkit"], let bundle = own.text("bundle"),
            let name = own.text("class"), id.string != nil
        else { throw EventLines.Fault(test, "expected a test with id, bundle and class") }
        let index = try place(ofClass: name, bundle)
        if test["kind"]?.isText("suite") ?? false { return try take(class: test, own, at: index) }
        try take(case: test, id, own, index, file: file)
    }

    /// Takes the record of a class; the first file counts.
    private mutating func take(class test: JSONValue, _ own: JSONValue, at index: Int) throws(EventLines.Fault) {
        if classes[index].isRecorded { return }
        let group = try own.signed("runGroup") ?? 1
        let place = try place(of: test)
        if let above = own.text("superclass") {
            classes[index].superclass = try self.place(ofClass: above, classes[index].bundle)
        }
        (classes[index].file, classes[index].line) = place
        (classes[index].runGroup, classes[index].isFocused) = (group, own.isTrue("focused"))
        classes[index].tags = tagSets.number(of: Set(own.texts("tags")))
        classes[index].title = test.text("displayName") ?? ""
        classes[index].isRecorded = true
    }

    /// Takes the record of a case; if another file has the case, only its new examples.
    private mutating func take(
        case test: JSONValue, _ id: JSONValue, _ own: JSONValue, _ index: Int, file: Int
    ) throws(EventLines.Fault) {
        let identity = id.withBytes { Array($0) } ?? []
        if let known = find(case: identity[...], in: cases) {
            try noteClash(of: test, with: known, identity, file)
            return try takeAgain(known, own, file)
        }
        let prefix = classes[index].identity
        guard identity.count > Int(prefix.count) + 1, identity[Int(prefix.count)] == Identity.separator,
            identity.prefix(Int(prefix.count)).elementsEqual(bytes[prefix.range])
        else { throw EventLines.Fault(id, "id: expected the identity of its class, '/' and a name") }
        let place = try place(of: test)
        let isParameterised = test.isTrue("isParameterized")
        let name = try text(identity[(Int(prefix.count) + 1)...])
        let first = exampleNames.count
        for example in Self.unique(own.texts("examples")) { exampleNames.append(try text(Array(example.utf8)[...])) }
        caseIndex.insert(cases.count, caseIndex.hash([identity[...]]))
        if let last = cases.last, last.classIndex > index { isSorted = false }
        let description = Description(title: test.text("displayName") ?? "", links: own.texts("links"))
        if !description.isEmpty { descriptions[cases.count] = description }
        lastFiles.append(Int32(file))
        cases.append(
            Registry.Case(
                classIndex: index, ownerIndex: UInt32(index), index: UInt32(cases.count),
                flags: (isParameterised ? TESTKIT_CASE_PARAMETERISED.rawValue : 0)
                    | (own.isTrue("focused") ? TESTKIT_CASE_FOCUSED.rawValue : 0),
                line: place.line, name: name, file: place.file, examples: first..<exampleNames.count, isSupported: true,
                tags: tagSets.number(of: Set(own.texts("tags")))))
    }

    /// Notes that a file has two tests of one identity, or that two files have other ones: of another name of a source file.
    private mutating func noteClash(
        of test: JSONValue, with index: Int, _ identity: [UInt8], _ file: Int
    ) throws(EventLines.Fault) {
        let (known, other) = (cases[index], try place(of: test))
        let isSameFile = Int(lastFiles[index]) == file
        if !isSameFile, fileName(known.file) == fileName(other.file) { return }
        clashCount += 1
        guard clashes.count < Self.clashLimit else { return }
        let places = [(known.file, known.line), (other.file, other.line)].map { path, line in
            path == .none ? "an unknown place" : "\(String(decoding: bytes[path.range], as: UTF8.self)):\(line)"
        }
        clashes.append(Clash(identity: String(decoding: identity, as: UTF8.self), file: file, places: places))
    }

    /// The last part of a path: checkouts differ by machine.
    private func fileName(_ path: Text) -> [UInt8] {
        Array(bytes[path.range].split(separator: UInt8(ascii: "/")).last ?? [])
    }

    /// Takes another file's record of a known case.
    private mutating func takeAgain(_ index: Int, _ own: JSONValue, _ file: Int) throws(EventLines.Fault) {
        if Int(lastFiles[index]) != file {
            lastFiles[index] = Int32(file)
            hasOverlap = true
            moreFiles[index, default: 0] += 1
        }
        var known = Array(examples(of: index))
        var names = Set(known.map { String(decoding: bytes[$0.range], as: UTF8.self) })
        let new = Self.unique(own.texts("examples")).filter { names.insert($0).inserted }
        if new.isEmpty { return }
        for example in new { known.append(try text(Array(example.utf8)[...])) }
        moreExamples[index] = known
    }

    /// Texts, each once.
    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }

    /// Takes note that a case cannot run on a file's machine.
    mutating func refuse(_ identity: ArraySlice<UInt8>) {
        if let index = find(case: identity, in: cases) { refusals[index, default: 0] += 1 }
    }

    /// The place of a class, which may be new.
    private mutating func place(ofClass name: String, _ bundle: String) throws(EventLines.Fault) -> Int {
        let identity = Array("\(bundle)/\(name)".utf8)
        if let known = find(class: identity[...]) { return known }
        let text = try text(identity[...])
        let count = UInt32(name.utf8.count)
        let own = Text(start: text.start + text.count - count, count: count)
        classIndex.insert(classes.count, classIndex.hash([identity[...]]))
        classes.append(Class(bundle: bundle, name: own, identity: text))
        return classes.count - 1
    }

    /// Keeps a text.
    private mutating func text(_ characters: ArraySlice<UInt8>) throws(EventLines.Fault) -> Text {
        guard bytes.count + characters.count <= Int(UInt32.max) else {
            throw EventLines.Fault(nil, "the names of all tests take more than 4 GB")
        }
        defer { bytes += characters }
        return Text(start: UInt32(bytes.count), count: UInt32(characters.count))
    }

    /// Where a record's test is declared.
    private mutating func place(of record: JSONValue) throws(EventLines.Fault) -> (file: Text, line: UInt32) {
        guard let place = record["sourceLocation"], let path = place.text("filePath"), path != "<unknown>" else {
            return (.none, 0)
        }
        let line = UInt32(try place.number(.line, "line") ?? 0)
        if let known = paths[path] { return (known, line) }
        let kept = try text(Array(path.utf8)[...])
        paths[path] = kept
        return (kept, line)
    }

    // MARK: Looking up

    /// A class by its identity.
    func find(class identity: ArraySlice<UInt8>) -> Int? {
        classIndex.find(classIndex.hash([identity])) { bytes[classes[$0].identity.range].elementsEqual(identity) }
    }

    /// A case by its identity, among those that were gathered, in their current order.
    func find(case identity: ArraySlice<UInt8>, in cases: [Registry.Case]) -> Int? {
        let number = caseIndex.find(caseIndex.hash([identity])) { number in
            let own = cases[place(of: number)]
            return Self.isEqual(
                identity, Identity.pieces(self.identity(ofClass: own.classIndex), bytes[own.name.range]))
        }
        return number.map(place(of:))
    }

    /// A class's identity.
    func identity(ofClass index: Int) -> ArraySlice<UInt8> { bytes[classes[index].identity.range] }

    /// The hash of the identity of a case's example.
    func hash(ofExample name: Text, of own: Registry.Case, _ index: IdentityIndex) -> UInt32 {
        let owner = identity(ofClass: own.classIndex)
        return index.hash(Identity.pieces(owner, bytes[own.name.range], example: bytes[name.range]))
    }

    /// Whether a text is some parts one behind the other.
    static func isEqual(_ text: ArraySlice<UInt8>, _ parts: [ArraySlice<UInt8>]) -> Bool {
        var rest = text
        for part in parts {
            guard rest.starts(with: part) else { return false }
            rest = rest.dropFirst(part.count)
        }
        return rest.isEmpty
    }

    // MARK: What it comes to

    /// The names of a case's examples, of all files.
    private func examples(of index: Int) -> ArraySlice<Text> {
        moreExamples[index]?[...] ?? exampleNames[cases[index].examples]
    }

    /// The cases that can run on none of the machines, by their places.
    var unsupported: Set<Int> {
        Set(refusals.filter { $0.value > moreFiles[$0.key] ?? 0 }.map { place(of: $0.key) })
    }

    /// The descriptions of cases that have one, by their places.
    var placedDescriptions: [Int: Description] {
        places.isEmpty ? descriptions : Dictionary(uniqueKeysWithValues: descriptions.map { (place(of: $0), $1) })
    }

    /// The place of a case, by when it came.
    private func place(of number: Int) -> Int { places.isEmpty ? number : Int(places[number]) }

    /// Puts the cases of each class side by side, once all are gathered; returns where those of each class are.
    mutating func arrange() -> [Range<Int>] {
        for (index, names) in moreExamples {
            cases[index].examples = exampleNames.count..<exampleNames.count + names.count
            exampleNames += names
        }
        (moreExamples, lastFiles) = ([:], [])
        var counts = Array(repeating: 0, count: classes.count)
        for entry in cases { counts[entry.classIndex] += 1 }
        var (ranges, start) = ([Range<Int>](), 0)
        for count in counts {
            ranges.append(start..<start + count)
            start += count
        }
        if !isSorted { move(to: ranges) }
        return ranges
    }

    /// Moves the cases to the places of their classes, in the order in which they came.
    private mutating func move(to ranges: [Range<Int>]) {
        var next = ranges.map(\.lowerBound)
        places = cases.map { entry in
            defer { next[entry.classIndex] += 1 }
            return UInt32(next[entry.classIndex])
        }
        // Each exchange brings one case to its place.
        var goals = places
        for index in cases.indices {
            while Int(goals[index]) != index {
                let goal = Int(goals[index])
                cases.swapAt(index, goal)
                goals.swapAt(index, goal)
            }
            cases[index].index = UInt32(index)
        }
    }

    /// Gives the cases and the names of their examples away.
    mutating func release() -> (cases: [Registry.Case], examples: [Text]) {
        defer { (cases, exampleNames) = ([], []) }
        return (cases, exampleNames)
    }
}
