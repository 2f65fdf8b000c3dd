// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// Reads the cases of gathered classes again, class by class, and makes the registry of them.
///
/// Only the cases of one class are in memory at a time. The rest goes to files, as soon as it is much.
struct PlanArranger {
    /// Two tests of one identity: their results cannot be distinguished.
    struct Clash: Equatable {
        /// The identity.
        let identity: String
        /// The file that has both, by its place among all.
        let file: Int
        /// Where they are declared.
        let places: [String]
    }

    /// The registry, in which the cases of a class are side by side, and the bytes of their names behind those of the gathered plan.
    private(set) var registry = Registry()
    /// The cases and examples by name, for each class.
    private(set) var index = NameIndex()
    /// Whether some case is in several files.
    private(set) var hasOverlap = false
    /// The identities that several tests have, with the places of these; the first of them.
    private(set) var clashes: [Clash] = []
    /// How many there are.
    private(set) var clashCount = 0

    /// The most clashes that are named.
    private static let clashLimit = 20
    /// The bytes that each list may take in memory.
    private let memoryLimit: Int
    /// The classes.
    private let gathered: GatheredPlan

    /// Reads the cases of some classes from their files.
    init(
        _ gathered: GatheredPlan, _ sources: [EventSource], memoryLimit: Int = SpillableArray<UInt8>.spillLimit
    ) throws(SystemFault) {
        (self.gathered, self.memoryLimit) = (gathered, memoryLimit)
        (registry.bytes, registry.tagSets) = (gathered.bytes, gathered.tagSets)
        let bundles = Set(gathered.classes.map(\.bundle)).sorted()
        registry.bundles = bundles.enumerated().map {
            Registry.Bundle(fileIndex: $0, name: $1, producer: "", classes: 0..<0)
        }
        guard let first = sources.first else { return }
        var lines = EventLines(first)
        for (index, owner) in gathered.classes.enumerated() {
            var own = ArrangedClass()
            for stretch in owner.stretches {
                lines.go(to: stretch.bytes, of: sources[stretch.file])
                while try lines.next() { take(lines, index, stretch.file, &own) }
            }
            try close(own, owner, index, bundle: bundles.firstIndex(of: owner.bundle) ?? 0)
        }
    }

    /// Takes a line, if it reports a case of a class; the first look has reported those that cannot be read.
    private mutating func take(_ lines: EventLines, _ index: Int, _ file: Int, _ own: inout ArrangedClass) {
        guard let (kind, payload) = try? lines.record() else { return }
        let owner = gathered.identity(ofClass: index)
        if kind.isText("test") {
            guard !(payload["kind"]?.isText("suite") ?? false),
                let planned = try? PlannedCase(payload, ofClass: owner)
            else { return }
            take(planned, payload, index, file, &own)
        } else if let details = payload["testkit"], details.reason?.isUnsupported ?? false {
            details["identity"]?.withBytes { identity in
                guard identity.count > owner.count, identity.starts(with: owner) else { return }
                own.refuse(identity.dropFirst(owner.count + 1))
            }
        }
    }

    /// Takes the record of a case; if another has the identity, only new examples.
    private mutating func take(
        _ planned: PlannedCase, _ test: JSONValue, _ index: Int, _ file: Int, _ own: inout ArrangedClass
    ) {
        let (details, place) = (test["testkit"], gathered.text(ofPath: planned.path))
        let examples = details?.texts("examples") ?? []
        if let known = own.find(planned.name) {
            noteClash(of: planned, at: place, with: own.cases[known], file)
            if own.takeAgain(known, examples: examples, file: file) { hasOverlap = true }
            return
        }
        let description = Description(
            title: test.text("displayName") ?? "", links: details?.texts("links") ?? [],
            identity: (try? PlannedCase.foreignIdentity(of: test)) ?? nil)
        let flags =
            (test.isTrue("isParameterized") ? TESTKIT_CASE_PARAMETERISED.rawValue : 0)
            | (details?.isTrue("focused") ?? false ? TESTKIT_CASE_FOCUSED.rawValue : 0)
        own.add(
            ArrangedClass.Case(
                name: Array(planned.name), flags: flags, file: place, line: planned.line,
                tags: registry.tagSets.number(of: Set(details?.texts("tags") ?? [])), description: description,
                examples: examples, lastFile: file))
    }

    /// Notes that a file has two tests of one identity, or that two files have other ones: of another name of a source file.
    private mutating func noteClash(
        of planned: PlannedCase, at place: Text, with known: ArrangedClass.Case, _ file: Int
    ) {
        if known.lastFile != file, fileName(known.file) == fileName(place) { return }
        clashCount += 1
        guard clashes.count < Self.clashLimit else { return }
        let places = [(known.file, known.line), (place, planned.line)].map { path, line in
            if path == .none { return "an unknown place" }
            return "\(String(decoding: gathered.bytes[path.range], as: UTF8.self)):\(line)"
        }
        clashes.append(Clash(identity: String(decoding: planned.identity, as: UTF8.self), file: file, places: places))
    }

    /// The last part of a path: checkouts differ by machine.
    private func fileName(_ path: Text) -> ArraySlice<UInt8> {
        gathered.bytes[path.range].split(separator: UInt8(ascii: "/")).last ?? []
    }

    /// Puts a class and its cases behind the others.
    private mutating func close(
        _ own: ArrangedClass, _ owner: GatheredPlan.Class, _ classIndex: Int, bundle: Int
    ) throws(SystemFault) {
        let first = registry.cases.count
        for entry in own.cases {
            let (number, firstExample) = (registry.cases.count, registry.examples.count)
            index.add(entry.name[...], of: number)
            for (place, example) in entry.examples.map({ Array($0.utf8) }).enumerated() {
                index.add(entry.name[...], example: example[...], place, of: number)
                registry.examples.append(try keep(example))
            }
            registry.caseDescriptions.append(entry.description, ofCase: number)
            registry.cases.append(
                Registry.Case(
                    classIndex: classIndex, ownerIndex: UInt32(classIndex), index: UInt32(number), flags: entry.flags,
                    line: entry.line, name: try keep(entry.name), file: entry.file,
                    examples: firstExample..<registry.examples.count, isSupported: !entry.isRefusedEverywhere,
                    tags: entry.tags))
        }
        var made = Registry.Class(
            bundle: bundle, index: UInt32(classIndex), name: owner.name, file: owner.file, line: owner.line,
            superclass: owner.superclass, flags: 0, declaredSupport: 0, cases: first..<registry.cases.count,
            runGroup: owner.runGroup)
        (made.isFocused, made.isAbstract, made.tags) = (owner.isFocused, !owner.isRecorded, owner.tags)
        registry.classes.append(made)
        let description = Description(title: owner.title, identity: owner.foreignIdentity)
        if !description.isEmpty { registry.classDescriptions[classIndex] = description }
        try index.closeClass(memoryLimit)
        try registry.cases.spill(limit: memoryLimit)
        try registry.examples.spill(limit: memoryLimit)
        try registry.caseNames.spill(limit: memoryLimit)
        try registry.caseDescriptions.spill(limit: memoryLimit)
    }

    /// Keeps a name.
    private mutating func keep(_ name: [UInt8]) throws(SystemFault) -> Text {
        let start = registry.bytes.count + registry.caseNames.count
        guard start + name.count <= Int(UInt32.max) else {
            throw SystemFault("failed to merge", because: "the names of all tests take more than 4 GB")
        }
        registry.caseNames.append(contentsOf: name)
        return Text(start: UInt32(start), count: UInt32(name.count))
    }
}
