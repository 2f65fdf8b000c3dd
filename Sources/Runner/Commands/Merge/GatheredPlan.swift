// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// The classes of several files' plans, as they are read, and where the files report the cases of each.
///
/// Nothing is kept of a single case: `PlanArranger` reads the stretches again, class by class.
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
        /// How the tools of its framework know it, if they do.
        var foreignIdentity: ForeignIdentity?
        /// Whether there is a record of it; else it is only known as another's superclass, or from its cases.
        var isRecorded = false
        /// Where the files report its cases, in the order in which they were read.
        var stretches: [PlanStretch] = []
    }

    /// The classes, in the order in which they were first heard of.
    private(set) var classes: [Class] = []
    /// The bytes of the names of classes and source files.
    private(set) var bytes: [UInt8] = []
    /// The sets of tags of classes.
    private(set) var tagSets = TagSets()

    /// The classes by identity.
    private var classIndex = IdentityIndex()
    /// Paths of source files that are kept already.
    private var paths: [String: Text] = [:]

    // MARK: Gathering

    /// Takes in a class, or the place of a case's record, of a file.
    mutating func take(_ test: JSONValue, _ stretch: PlanStretch) throws(JSONValue.Fault) {
        guard let id = test["id"], let own = test["testkit"], let bundle = own.text("bundle"),
            let name = own.text("class"), id.string != nil
        else { throw JSONValue.Fault(test, "expected a test with id, bundle and class") }
        let index = try place(ofClass: name, bundle)
        if test["kind"]?.isText("suite") ?? false { return try take(class: test, own, at: index) }
        _ = try keep(path: try PlannedCase(test, ofClass: identity(ofClass: index)).path)
        add(stretch, toClass: index)
    }

    /// Takes the record of a class; the first file counts.
    private mutating func take(class test: JSONValue, _ own: JSONValue, at index: Int) throws(JSONValue.Fault) {
        if classes[index].isRecorded { return }
        let group = try own.signed("runGroup") ?? 1
        let place = try PlannedCase.place(of: test)
        let file = try keep(path: place.path)
        if let above = own.text("superclass") {
            classes[index].superclass = try self.place(ofClass: above, classes[index].bundle)
        }
        (classes[index].file, classes[index].line) = (file, place.line)
        (classes[index].runGroup, classes[index].isFocused) = (group, own.isTrue("focused"))
        classes[index].tags = tagSets.number(of: Set(own.texts("tags")))
        classes[index].title = test.text("displayName") ?? ""
        classes[index].foreignIdentity = try PlannedCase.foreignIdentity(of: test)
        classes[index].isRecorded = true
    }

    /// Takes note of the place where a file says that a case cannot run on its machine.
    mutating func refuse(_ identity: ArraySlice<UInt8>, _ stretch: PlanStretch) {
        if let index = firstOwner(of: identity, { index, _ in index }) { add(stretch, toClass: index) }
    }

    /// Notes where a line about a case of a class is.
    private mutating func add(_ stretch: PlanStretch, toClass index: Int) {
        let last = classes[index].stretches.count - 1
        if last >= 0, classes[index].stretches[last].extend(to: stretch) { return }
        classes[index].stretches.append(stretch)
    }

    /// The place of a class, which may be new.
    private mutating func place(ofClass name: String, _ bundle: String) throws(JSONValue.Fault) -> Int {
        let identity = Array("\(bundle)/\(name)".utf8)
        if let known = find(class: identity[...]) { return known }
        let text = try text(identity)
        let count = UInt32(name.utf8.count)
        let own = Text(start: text.start + text.count - count, count: count)
        classIndex.insert(classes.count, classIndex.hash([identity[...]]))
        classes.append(Class(bundle: bundle, name: own, identity: text))
        return classes.count - 1
    }

    /// Keeps a text.
    private mutating func text(_ characters: [UInt8]) throws(JSONValue.Fault) -> Text {
        guard bytes.count + characters.count <= Int(UInt32.max) else {
            throw JSONValue.Fault(nil, "the names of all tests take more than 4 GB")
        }
        defer { bytes += characters }
        return Text(start: UInt32(bytes.count), count: UInt32(characters.count))
    }

    /// Keeps the path of a source file, if there is one.
    private mutating func keep(path: String?) throws(JSONValue.Fault) -> Text {
        guard let path else { return .none }
        if let known = paths[path] { return known }
        let kept = try text(Array(path.utf8))
        paths[path] = kept
        return kept
    }

    // MARK: Looking up

    /// A class by its identity.
    func find(class identity: ArraySlice<UInt8>) -> Int? { find(class: identity, classIndex.hash([identity])) }

    /// A class by its identity, whose hash is known.
    private func find(class identity: ArraySlice<UInt8>, _ hash: UInt32) -> Int? {
        classIndex.find(hash) { bytes[classes[$0].identity.range].elementsEqual(identity) }
    }

    /// A class's identity.
    func identity(ofClass index: Int) -> ArraySlice<UInt8> { bytes[classes[index].identity.range] }

    /// The path of a source file that was gathered.
    func text(ofPath path: String?) -> Text { path.flatMap { paths[$0] } ?? .none }

    /// The answer of a function about the classes that an identity begins with, each lent with the rest: a case's name.
    ///
    /// The first answer counts. Names have no slash, but the files of others may be different: of slashes alone, for
    /// one, so each byte is hashed once.
    func firstOwner<Answer>(of identity: ArraySlice<UInt8>, _ body: (Int, ArraySlice<UInt8>) -> Answer?) -> Answer? {
        var (hash, hashed) = (classIndex.emptyHash, identity.startIndex)
        for place in identity.indices where identity[place] == Identity.separator {
            hash.append(identity[hashed..<place])
            hashed = place
            guard let index = find(class: identity[..<place], classIndex.finished(hash)) else { continue }
            if let answer = body(index, identity[(place + 1)...]) { return answer }
        }
        return nil
    }
}
