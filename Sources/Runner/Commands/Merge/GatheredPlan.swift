// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

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
        /// The words for people about it.
        var description = Description()
        /// Whether there is a record of it; else it is only known as another's superclass, or from its cases.
        var isRecorded = false
        /// Its cases, by their places among all.
        fileprivate(set) var cases: [Int] = []
    }

    /// A case.
    struct Case {
        /// Its class, by its place among all.
        fileprivate let owner: Int
        /// Its name.
        let name: Text
        /// Its `testkit_case_flags`.
        let flags: UInt32
        /// Where it is declared.
        let file: Text, line: UInt32
        /// Its tags, by number.
        let tags: UInt32
        /// Its examples' names, those of all files.
        fileprivate(set) var examples: [Text] = []
        /// The last file that has it in its plan.
        fileprivate var lastFile: Int
        /// The numbers of further files with the case, and of those that say that it cannot run there.
        fileprivate var moreFiles = 0, refusals = 0

        /// Whether it can run on none of the machines.
        var isRefusedEverywhere: Bool { refusals > moreFiles }
    }

    /// Two tests of one identity: their results cannot be distinguished.
    struct Clash: Equatable {
        /// The identity.
        let identity: String
        /// The file that has both, by its place among all.
        let file: Int
        /// Where they are declared.
        let places: [String]
    }

    /// The classes, in the order in which they were first heard of.
    private(set) var classes: [Class] = []
    /// The cases, in the order in which they came.
    private(set) var cases: [Case] = []
    /// The words for people about cases, by their places.
    private(set) var descriptions: [Int: Description] = [:]
    /// The bytes of all names and of the paths of source files.
    private(set) var bytes: [UInt8] = []
    /// The sets of tags.
    private(set) var tagSets = TagSets()
    /// Whether some case is in several files.
    private(set) var hasOverlap = false
    /// The identities that several tests have, with the places of these; the first of them.
    private(set) var clashes: [Clash] = []
    /// The number of clashes.
    private(set) var clashCount = 0

    /// The classes by identity.
    private var places: [[UInt8]: Int] = [:]
    /// The cases, by place, and their examples by the hash of their identity: names of millions would take more.
    private var slots: [UInt64: Plan.Slot] = [:]
    /// A random key: without it, a crafted file could have identities that all collide.
    private let key = SystemRandomNumberGenerator.seed()
    /// Paths of source files that are kept already.
    private var paths: [String: Text] = [:]

    /// The most clashes that are named.
    private static let clashLimit = 20

    // MARK: Gathering

    /// Takes in a class or a case of a file.
    mutating func take(_ test: JSONValue, of file: Int) throws(JSONValue.Fault) {
        guard let id = test["id"], let own = test["testkit"], let bundle = own.text("bundle"),
            let name = own.text("class"), id.string != nil
        else { throw JSONValue.Fault(test, "expected a test with id, bundle and class") }
        let index = try place(ofClass: name, bundle)
        if test["kind"]?.isText("suite") ?? false { return try take(class: test, own, at: index) }
        try take(case: test, own, ofClass: index, file)
    }

    /// Takes the record of a class; the first file counts.
    private mutating func take(class test: JSONValue, _ own: JSONValue, at index: Int) throws(JSONValue.Fault) {
        if classes[index].isRecorded { return }
        let group = try own.signed("runGroup") ?? 1
        let place = try place(of: test)
        if let above = own.text("superclass") {
            classes[index].superclass = try self.place(ofClass: above, classes[index].bundle)
        }
        (classes[index].file, classes[index].line) = place
        (classes[index].runGroup, classes[index].isFocused) = (group, own.isTrue("focused"))
        classes[index].tags = tagSets.number(of: Set(own.texts("tags")))
        classes[index].description = Description(
            title: test.text("displayName") ?? "", identity: try Self.foreignIdentity(of: test))
        classes[index].isRecorded = true
    }

    /// Takes the record of a case; if another has the identity, only new examples.
    private mutating func take(
        case test: JSONValue, _ own: JSONValue, ofClass owner: Int, _ file: Int
    ) throws(JSONValue.Fault) {
        // `id` may be how the tools of another framework know it.
        let identity = (own["identity"] ?? test["id"])?.withBytes { Array($0) } ?? []
        let start = Int(classes[owner].identity.count) + 1
        guard identity.count > start, identity[start - 1] == Identity.separator,
            identity.starts(with: bytes[classes[owner].identity.range])
        else { throw JSONValue.Fault(test["id"], "id: expected the identity of its class, '/' and a name") }
        let place = try place(of: test)
        var number = cases.count
        if let known = find(identity[...]), known.exampleIndex == TESTKIT_NO_EXAMPLE {
            number = Int(known.caseIndex)
            takeAgain(number, identity, at: place, file)
        } else {
            let flags =
                (test.isTrue("isParameterized") ? TESTKIT_CASE_PARAMETERISED.rawValue : 0)
                | (own.isTrue("focused") ? TESTKIT_CASE_FOCUSED.rawValue : 0)
            cases.append(
                Case(
                    owner: owner, name: try text(identity[start...]), flags: flags, file: place.file, line: place.line,
                    tags: tagSets.number(of: Set(own.texts("tags"))), lastFile: file))
            classes[owner].cases.append(number)
            slots[hash(identity)] = Plan.Slot(caseIndex: UInt32(number), exampleIndex: TESTKIT_NO_EXAMPLE)
            let description = Description(
                title: test.text("displayName") ?? "", links: own.texts("links"),
                identity: (try? Self.foreignIdentity(of: test)) ?? nil)
            if !description.isEmpty { descriptions[number] = description }
        }
        for example in own.texts("examples") { try add(Array(example.utf8), to: number, identity) }
    }

    /// Takes note that a case is in a plan again: in that of another file, or as another test.
    private mutating func takeAgain(
        _ number: Int, _ identity: [UInt8], at place: (file: Text, line: UInt32), _ file: Int
    ) {
        let known = cases[number]
        // Two files that have it from files of different names have different tests: checkouts differ by machine.
        if known.lastFile == file || fileName(known.file) != fileName(place.file) {
            clashCount += 1
            if clashes.count < Self.clashLimit {
                let places = [(known.file, known.line), place].map { path, line in
                    path == .none ? "an unknown place" : "\(String(decoding: bytes[path.range], as: UTF8.self)):\(line)"
                }
                clashes.append(Clash(identity: String(decoding: identity, as: UTF8.self), file: file, places: places))
            }
        }
        if known.lastFile == file { return }
        hasOverlap = true
        cases[number].lastFile = file
        cases[number].moreFiles += 1
    }

    /// Adds an example that a case does not have yet.
    private mutating func add(_ name: [UInt8], to number: Int, _ identity: [UInt8]) throws(JSONValue.Fault) {
        let whole = identity + [Identity.begin] + name + [Identity.end]
        if let known = find(whole[...]) {
            // A case that is named like that comes first.
            guard known.exampleIndex == TESTKIT_NO_EXAMPLE,
                !cases[number].examples.contains(where: { bytes[$0.range].elementsEqual(name) })
            else { return }
        } else {
            slots[hash(whole)] = Plan.Slot(
                caseIndex: UInt32(number), exampleIndex: UInt32(cases[number].examples.count))
        }
        cases[number].examples.append(try text(name[...]))
    }

    /// Takes note that a case, if that is one, cannot run on a file's machine.
    mutating func refuse(_ identity: ArraySlice<UInt8>) {
        if let slot = find(identity), slot.exampleIndex == TESTKIT_NO_EXAMPLE {
            cases[Int(slot.caseIndex)].refusals += 1
        }
    }

    /// The place of a class, which may be new.
    private mutating func place(ofClass name: String, _ bundle: String) throws(JSONValue.Fault) -> Int {
        let identity = Array("\(bundle)/\(name)".utf8)
        if let known = places[identity] { return known }
        let text = try text(identity[...])
        let count = UInt32(name.utf8.count)
        let own = Text(start: text.start + text.count - count, count: count)
        places[identity] = classes.count
        classes.append(Class(bundle: bundle, name: own, identity: text))
        return classes.count - 1
    }

    /// Where a record's test is declared.
    private mutating func place(of record: JSONValue) throws(JSONValue.Fault) -> (file: Text, line: UInt32) {
        guard let place = record["sourceLocation"], let path = place.text("filePath") ?? place.text("_filePath"),
            path != "<unknown>"
        else { return (.none, 0) }
        let line = UInt32(try place.number(.line, "line") ?? 0)
        if let known = paths[path] { return (known, line) }
        let kept = try text(Array(path.utf8)[...])
        paths[path] = kept
        return (kept, line)
    }

    /// The identity of a record's test for the tools of another framework, if they know it.
    private static func foreignIdentity(of record: JSONValue) throws(JSONValue.Fault) -> ForeignIdentity? {
        guard record["testkit"]?["identity"] != nil, let text = record.text("id") else { return nil }
        let place = record["sourceLocation"]
        let line = UInt32(try place?.number(.line, "line") ?? 0)
        let column = UInt32(try place?.number(.line, "column") ?? 0)
        return ForeignIdentity(text: text, fileID: place?.text("fileID") ?? "", line: line, column: column)
    }

    /// Keeps a text.
    private mutating func text(_ characters: ArraySlice<UInt8>) throws(JSONValue.Fault) -> Text {
        guard bytes.count + characters.count <= Int(UInt32.max) else {
            throw JSONValue.Fault(nil, "the names of all tests take more than 4 GB")
        }
        defer { bytes += characters }
        return Text(start: UInt32(bytes.count), count: UInt32(characters.count))
    }

    /// The last part of a path.
    private func fileName(_ path: Text) -> ArraySlice<UInt8> {
        bytes[path.range].split(separator: UInt8(ascii: "/")).last ?? []
    }

    // MARK: Looking up

    /// A class by its identity.
    func find(class identity: ArraySlice<UInt8>) -> Int? { places[Array(identity)] }

    /// A case, by its place among all, or an example of it, by its identity.
    func find(_ identity: ArraySlice<UInt8>) -> Plan.Slot? {
        guard let slot = slots[hash(identity)] else { return nil }
        let found = cases[Int(slot.caseIndex)]
        // Hashes of different identities may be equal.
        var rest = identity
        func pass(_ part: ArraySlice<UInt8>) -> Bool {
            defer { rest = rest.dropFirst(part.count) }
            return rest.starts(with: part)
        }
        guard pass(bytes[classes[found.owner].identity.range]), pass([Identity.separator]),
            pass(bytes[found.name.range])
        else { return nil }
        if slot.exampleIndex == TESTKIT_NO_EXAMPLE { return rest.isEmpty ? slot : nil }
        let example = bytes[found.examples[Int(slot.exampleIndex)].range]
        return pass([Identity.begin]) && pass(example) && rest.elementsEqual([Identity.end]) ? slot : nil
    }

    /// The hash of an identity.
    private func hash(_ identity: some Collection<UInt8>) -> UInt64 {
        var hash = SipHash24(k0: key, k1: 0)
        hash.append(identity)
        return hash.finalized()
    }
}
