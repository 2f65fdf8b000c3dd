// SPDX-License-Identifier: MIT

import Testing

/// A test of Swift Testing, as the process that lists describes it to the one that runs.
struct ListedTest: Sendable {
    /// The records of the suites that it is in, the outer ones first.
    var suites: [Int] = []
    /// Its own record.
    var record = 0
    /// The module that it is in.
    var module = ""
    /// Its suites' and its own name.
    var names: [String] = []
    /// The file as the compiler names it: "Module/File.swift".
    var fileID = ""
    /// The file's path.
    var file = ""
    /// Where it is declared.
    var (line, column) = (0, 0)
    /// Its tags, those of its suites included.
    var tags: [String] = []
    /// The tags of its suites.
    var suiteTags: [String] = []
    /// The names for people of the test and of its suite; "" for none.
    var (title, suiteTitle) = ("", "")
    /// Where its suite is declared, if that has an attribute: as its own place.
    var (suiteFileID, suiteLine, suiteColumn) = ("", 0, 0)
    /// The comments before its declaration, and those before its suite's.
    var (comments, suiteComments): ([String], [String]) = ([], [])
    /// The names of its parameters, where those are not its labels.
    var parameters: [String] = []
    /// Links to reports of bugs, those of its suites included: an address or another identifier, then a title, if there is one.
    var links: [String] = []
    /// The test's own time limit, in seconds; 0 for none.
    var limit = 0
    /// Its arguments' names, where it takes any.
    var examples: [String]?
    /// Whether its arguments ended the process that listed them.
    var isBroken = false
    /// Whether planning it runs code of the suite's: arguments, conditions, or what traits prepare.
    var isPlannedAlone = false
    /// Whether it is to run in one process with the other tests of its suite: they are serialized, set up together, or have a trait
    /// of their own.
    var isBound = false
    /// Whether a trait of a suite around it provides a scope for all of that suite.
    var isInScope = false
    /// The name of the outermost suite around it of which one process runs tests at a time; "" if there is none.
    var owner = ""

    /// Whether its suite has a record: an attribute.
    var hasRecordedSuite: Bool { !suiteFileID.isEmpty }

    /// By which Swift Testing knows it.
    var id: Test.ID {
        // A test that ended the process that listed it has no place.
        let place = fileID.isEmpty ? nil : SourceLocation(fileID: fileID, filePath: file, line: line, column: column)
        return Test.ID(moduleName: module, nameComponents: names, sourceLocation: place)
    }

    /// The test's identity for Swift Testing's tools.
    var identity: ForeignIdentity {
        ForeignIdentity(
            text: String(describing: id), fileID: fileID, line: line, column: column, comments: comments,
            parameters: parameters)
    }

    /// The identity of its suite for those tools; nil for a test outside of any.
    ///
    /// The place of a suite without an attribute is that of its first test.
    var suiteIdentity: ForeignIdentity? {
        if names.count < 2 { return nil }
        let suite = Test.ID(moduleName: module, nameComponents: names.dropLast(), sourceLocation: nil)
        var identity = ForeignIdentity(text: String(describing: suite), fileID: fileID, line: line, column: column)
        if !suiteFileID.isEmpty {
            (identity.fileID, identity.line, identity.column) = (suiteFileID, suiteLine, suiteColumn)
            identity.comments = suiteComments
        }
        return identity
    }

    /// The class of the test: its suite, or the file of a test outside of any, or the module if the file is unknown.
    var className: String {
        let suite = names.dropLast().joined(separator: ".")
        return module + "." + (suite.isEmpty ? String(file.split(separator: "/").last ?? module[...]) : suite)
    }

    /// Its name in that class: that of the function, without parentheses where it has no argument.
    var caseName: String {
        let name = names.last ?? ""
        return name.hasSuffix("()") ? String(name.dropLast(2)) : name
    }

    // MARK: Of a test

    /// Nothing is known yet.
    init() {}

    /// Describes a test of a record, less its arguments; the records of suites are known by their identities.
    init(_ test: Test, at index: Int, _ known: [Test.ID: Int]) {
        record = index
        // Made of the type's name each time that it is asked for.
        let id = test.id
        (module, names) = (id.moduleName, id.nameComponents)
        // The parent of a test's identity is itself without its place.
        var parent = id.parent?.parent
        while let id = parent {
            if let suite = known[id] { suites.insert(suite, at: 0) }
            parent = id.parent
        }
        let location = test.sourceLocation
        (fileID, file) = (location.fileID, location.filePath)
        (line, column) = (location.line, location.column)
        title = Self.title(of: test)
        comments = Self.comments(of: test)
    }

    /// The name of a test or a suite for people; "" if it is that of the function or of the type.
    static func title(of test: Test) -> String {
        guard let title = test.displayName, test.name != "`\(title)`", test.name != "`\(title)`()" else { return "" }
        return title.withoutNUL
    }

    /// The comments before the declaration of a test or a suite.
    static func comments(of test: Test) -> [String] { test.traits.compactMap { ($0 as? Comment)?.rawValue } }

    /// A report of a bug in a line: its address or identifier, then its title; nil if it has neither address nor identifier.
    private static func link(to bug: Bug) -> String? {
        guard let place = bug.url ?? bug.id.map({ "bug:\($0)" }), !place.isEmpty else { return nil }
        // The title follows the first space.
        let words = [place.replacing(" ", with: "%20")] + (bug.title.map { [$0.rawValue] } ?? [])
        return words.joined(separator: " ").split(separator: "\0").joined()
    }

    /// Takes what the test's own traits and those of its suites, the outer ones first, say.
    ///
    /// Swift Testing hands them down only when it plans, which runs the suite's code.
    mutating func inherit(from outer: [Test], _ test: Test) {
        // A type without an attribute of its own has no record.
        if let suite = outer.last, suite.id.nameComponents == names.dropLast() {
            (suiteTitle, suiteComments) = (Self.title(of: suite), Self.comments(of: suite))
            let place = suite.sourceLocation
            (suiteFileID, suiteLine, suiteColumn) = (place.fileID, place.line, place.column)
        }
        for suite in outer {
            addTraits(of: suite)
            if SuiteScope.hasScope(suite) { (isInScope, isBound) = (true, true) }
            if !suite.traits.allSatisfy({ Self.isInert($0) || $0 is ConditionTrait }) { isBound = true }
            let id = suite.id
            if isBound, owner.isEmpty { owner = ([id.moduleName] + id.nameComponents).joined(separator: ".") }
        }
        suiteTags = tags
        addTraits(of: test)
        if test.isParameterized { isPlannedAlone = true }
    }

    /// Adds what the traits of the test or of a suite around it say.
    private mutating func addTraits(of one: Test) {
        for link in one.associatedBugs.compactMap(Self.link) where !links.contains(link) { links.append(link) }
        for name in one.tags.map(Self.name) where !tags.contains(name) { tags.append(name) }
        let seconds = Int(one.timeLimit?.components.seconds ?? 0)
        if seconds > 0, limit == 0 || seconds < limit { limit = seconds }
        if one.traits.contains(where: { $0 is ParallelizationTrait }) { isBound = true }
        if !one.traits.allSatisfy(Self.isInert) { isPlannedAlone = true }
    }

    /// The name of a tag.
    static func name(of tag: Tag) -> String {
        let text = String(describing: tag)
        return text.hasPrefix(".") ? String(text.dropFirst()) : text
    }

    /// Whether a trait is one of Swift Testing's own that do nothing while a test is planned.
    private static func isInert(_ trait: any Trait) -> Bool {
        trait is Tag.List || trait is Bug || trait is Comment || trait is TimeLimitTrait
            || trait is ParallelizationTrait
    }

    // MARK: From process to process

    /// Writes all of it, or reads what was written.
    mutating func pass(through message: inout ListingMessage) {
        message.pass(&suites)
        message.pass(&record)
        message.pass(&module)
        message.pass(&names)
        message.pass(&fileID)
        message.pass(&file)
        message.pass(&line)
        message.pass(&column)
        message.pass(&tags)
        message.pass(&suiteTags)
        message.pass(&title)
        message.pass(&suiteTitle)
        message.pass(&suiteFileID)
        message.pass(&suiteLine)
        message.pass(&suiteColumn)
        message.pass(&comments)
        message.pass(&suiteComments)
        message.pass(&parameters)
        message.pass(&links)
        message.pass(&limit)
        message.pass(&examples)
        message.pass(&isBroken)
        message.pass(&isBound)
        message.pass(&isPlannedAlone)
        message.pass(&isInScope)
        message.pass(&owner)
    }
}

/// Numbers and texts in a row, as the listing process sends them to the process that asked.
///
/// Each value that passes through is written, or, in the process that asked, replaced by the one written. Values that are missing at
/// the end read as 0 and as empty.
struct ListingMessage {
    /// The bytes written.
    private(set) var bytes: [UInt8]
    /// Up to where it was read; nil if it is written.
    private var place: Int?

    /// A message to be written.
    init() { bytes = [] }

    /// A message that came.
    init(_ bytes: [UInt8]) { (self.bytes, place) = (bytes, 0) }

    /// Passes a number.
    mutating func pass(_ number: inout Int) {
        guard let place else { return withUnsafeBytes(of: number) { bytes += $0 } }
        number = 0
        guard bytes.count - place >= MemoryLayout<Int>.size else { return }
        number = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: Int.self) }
        self.place = place + MemoryLayout<Int>.size
    }

    /// Passes a flag.
    mutating func pass(_ flag: inout Bool) {
        var number = flag ? 1 : 0
        pass(&number)
        flag = number == 1
    }

    /// Passes a text.
    mutating func pass(_ text: inout String) {
        var count = text.utf8.count
        pass(&count)
        guard let place else { return bytes += text.utf8 }
        let end = place + min(max(0, count), bytes.count - place)
        (text, self.place) = (String(decoding: bytes[place..<end], as: UTF8.self), end)
    }

    /// Passes elements, their number first, each by a function that gets an empty one to read.
    mutating func pass<Element>(
        _ elements: inout [Element], _ empty: Element, _ pass: (inout ListingMessage, inout Element) -> Void
    ) {
        var count = elements.count
        self.pass(&count)
        if let place {
            // Each element takes a number's bytes at least.
            count = min(max(0, count), (bytes.count - place) / MemoryLayout<Int>.size)
            elements = Array(repeating: empty, count: count)
        }
        for index in elements.indices { pass(&self, &elements[index]) }
    }

    /// Passes numbers.
    mutating func pass(_ numbers: inout [Int]) { pass(&numbers, 0) { $0.pass(&$1) } }

    /// Passes texts.
    mutating func pass(_ texts: inout [String]) { pass(&texts, "") { $0.pass(&$1) } }

    /// Passes texts that may be missing.
    mutating func pass(_ texts: inout [String]?) {
        var (isThere, all) = (texts != nil, texts ?? [])
        pass(&isThere)
        pass(&all)
        texts = isThere ? all : nil
    }
}
