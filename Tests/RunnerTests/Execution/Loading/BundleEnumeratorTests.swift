// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// The descriptors of a bundle, and every way in which they can be malformed.
struct BundleEnumeratorTests {
    /// Why a bundle is refused; nil if it is not.
    func reason(_ bundle: FakeBundle) -> String? {
        do {
            _ = try FakeBundle.listing([bundle])
            return nil
        } catch {
            #expect((error as? LoadFault)?.kind == .malformed)
            return (error as? LoadFault)?.reason
        }
    }

    /// Why a bundle of one changed class is refused.
    func reason(_ change: (inout FakeClass) -> Void) -> String? {
        var entry = FakeClass("M.A", ["testX", "testY"])
        change(&entry)
        return reason(FakeBundle([entry]))
    }

    /// Why a bundle with one changed case is refused.
    func caseReason(_ change: (inout FakeCase) -> Void) -> String? {
        reason { (entry: inout FakeClass) in change(&entry.cases[1]) }
    }

    /// The warning about a changed class, which is taken; the names of the bundle's cases.
    func note(_ change: (inout FakeClass) -> Void) -> (warning: String?, cases: [String]) {
        var entry = FakeClass("M.A", ["testX", "testY"])
        change(&entry)
        do {
            let registry = try Registry.of([entry])
            #expect(registry.warnings.count <= 1)
            let names = registry.classes.flatMap { one in
                one.cases.map { "\(registry.string(one.name))/\(registry.string(registry.cases[$0].name))" }
            }
            return (registry.warnings.first?.message, names)
        } catch { return ("a fault: \(error)", []) }
    }

    @Test("well formed is taken")
    func wellFormed() { #expect(reason { _ in } == nil) }

    @Test("a class's name that is none is replaced, and its cases run")
    func classNames() {
        let none = note { $0.name = nil }
        #expect(none.warning == "class 0: name: expected text, got null")
        #expect(none.cases == ["#1/testX", "#1/testY"])
        #expect(note { $0.name = [] }.warning == "class 0: name: expected text, got an empty string")
        let repaired = note { $0.name = [0x4D, 0xFF] }
        #expect(repaired.warning == "class 0: name: not UTF-8: M\u{FFFD}")
        #expect(repaired.cases == ["M\u{FFFD}/testX", "M\u{FFFD}/testY"])
        let long = note { $0.name = Array(repeating: 0x41, count: 65_537) }
        #expect(long.warning == "class 0: name: expected at most 65536 bytes, got more")
        #expect(long.cases.first == String(repeating: "A", count: 8192) + "/testX")
        #expect(note { $0.name = Array(repeating: 0x41, count: 65_536) }.warning == nil)
        #expect(note { $0.name = Array("M.Größe".utf8) }.warning == nil)
    }

    @Test("a case's name that is none is replaced, and the others run")
    func caseNames() {
        let none = note { $0.cases[1].name = nil }
        #expect(none.warning == "case 1 of 'M.A': name: expected text, got null")
        #expect(none.cases == ["M.A/testX", "M.A/#1"])
        #expect(
            note { $0.cases[1].name = [] }.warning == "case 1 of 'M.A': name: expected text, got an empty string")
        #expect(
            note { $0.cases[1].name = [0xC0, 0x80] }.warning?.hasPrefix("case 1 of 'M.A': name: not UTF-8: ") == true)
    }

    @Test("names of examples that are none or equal get numbers")
    func exampleNames() throws {
        var entry = FakeClass("M.A")
        entry.cases = [FakeCase("outlineTestY", examples: ["one", "one", "one#2", ""])]
        let registry = try Registry.of([entry])
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        let names = plan.slots.map { registry.identity(of: $0) }.sorted()
        #expect(names == ["one", "one#2", "one#2#2", "#4"].map { "B/M.A/outlineTestY[\($0)]" }.sorted())
        #expect(registry.warnings.count == 3)
    }

    @Test("absurd counts")
    func absurdCounts() {
        #expect(
            reason(FakeBundle([], claimedClasses: .max)) == "it states 4294967295 classes; the limit is 1000000")
        #expect(reason { $0.claimedCases = .max } == "class 0 'M.A': it states 4294967295 cases; the limit is 1000000")
        #expect(
            caseReason({
                $0 = FakeCase("outlineTestY", examples: [])
                $0.claimedExamples = 1_000_001
            }) == "'M.A/outlineTestY': it states 1000001 examples; the limit is 1000000")
    }

    @Test("the cases of all classes together have a limit, inherited ones as well")
    func allCases() throws {
        let classes = [
            FakeClass("M.A", ["testX", "testY"]), FakeClass("M.B", ["testZ"], superclass: 0),
            FakeClass("M.C", superclass: 1),
        ]
        let bundle = FakeBundle(classes)
        func reason(limit: Int) -> String? {
            do throws(LoadFault) {
                _ = try BundleEnumerator(bundle.interface, limit: limit)
                return nil
            } catch { return error.reason }
        }
        #expect(reason(limit: 8) == nil)
        #expect(reason(limit: 7)?.hasSuffix("divide the bundle") == true)
    }

    @Test("superclasses")
    func superclasses() {
        #expect(
            reason { $0.superclass = 1 }
                == "class 0 'M.A': superclass: expected an index below 1, the number of classes, got 1")
        #expect(reason { $0.superclass = 0 } == "a class inherits from itself: 'M.A' from 'M.A'")
        let cycle = [
            FakeClass("M.Leaf", superclass: 1), FakeClass("M.A", superclass: 2), FakeClass("M.B", superclass: 3),
            FakeClass("M.C", superclass: 1),
        ]
        #expect(reason(FakeBundle(cycle)) == "a class inherits from itself: 'M.A' from 'M.B' from 'M.C' from 'M.A'")
        #expect(reason(FakeBundle([FakeClass("M.A", superclass: 1), FakeClass("M.B")])) == nil)
    }

    @Test("flags and support")
    func flagsAndSupport() {
        #expect(reason { $0.flags = 1 << 6 | 1 } == "class 0 'M.A': flags: unknown bits 64")
        #expect(
            reason { $0.flags = 6 } == "class 0 'M.A': flags: expected at most one of abstract and concrete, got both")
        #expect(reason { $0.support = 3 } == "class 0 'M.A': support: unknown value 3")
        #expect(caseReason({ $0.flags = 4 }) == "case 1 of 'M.A': flags: unknown bits 4")
        #expect(caseReason({ $0.support = 4 }) == "'M.A/testY': case_support: unknown value 4")
    }

    @Test("struct sizes")
    func structSizes() {
        #expect(reason { $0.structSize = 47 } == "class 0: struct_size: expected at least 48, got 47")
        #expect(reason { $0.structSize = 64 } == nil)
        #expect(caseReason({ $0.structSize = 39 }) == "case 1 of 'M.A': struct_size: expected at least 40, got 39")
    }

    @Test("traits that are too short are a fault of their class or case")
    func traitsSizes() {
        let expected = "traits: struct_size: expected at least 64, got 63"
        #expect(reason { $0.traitsSize = 63 } == "class 0 'M.A': \(expected)")
        #expect(reason { $0.traitsSize = 72 } == nil)
        #expect(caseReason({ $0.traitsSize = 63 }) == "'M.A/testY': \(expected)")
        #expect(reason { $0.library = "" } == "class 0 'M.A': the library's path: expected text, got an empty string")
    }

    /// The registry of a bundle with one class, of which more is stated for the event stream of its framework.
    private func registry(_ state: (FakeBundle) -> Void) throws -> Registry {
        let bundle = FakeBundle([FakeClass("M.Outer.A", ["testX"])])
        state(bundle)
        return try RegistryBuilder.build(
            listing: FakeBundle.listing([bundle]), files: [BundleFile(path: "/M.so", name: "M")], excluded: [],
            platforms: Platforms())
    }

    @Test("suites of a framework and its record of a run's start come to the registry")
    func frameworkSuites() throws {
        let registry = try registry { $0.stateSuite() }
        let identity = ForeignIdentity(
            text: "M.Outer", fileID: "M/F.swift", line: 7, column: 9, comments: ["// é", "// é"],
            parameters: ["_", "_"])
        #expect(
            registry.suites == [
                FrameworkSuites.Suite(identity: identity, file: "/F.swift", title: "A title", tags: ["slow"])
            ])
        #expect(registry.runRecords == ["{}"])
        #expect(registry.warnings.map(\.message) == ["a suite: tag 1: expected text, got an empty string"])
        let none = try self.registry { _ in }
        #expect(none.suites.isEmpty && none.runRecords.isEmpty)
    }

    @Test("a suite of a framework without an identity is left out; too short ones and too many are faults")
    func malformedFrameworkSuites() throws {
        #expect(try registry { $0.stateSuite(isNull: true) }.suites.isEmpty)
        func reason(_ state: (FakeBundle) -> Void) -> String? {
            let bundle = FakeBundle([FakeClass("M.A", ["testX"])])
            state(bundle)
            return self.reason(bundle)
        }
        let place = "the extension 'testkit.framework/1': "
        let short = reason { $0.stateSuite(identitySize: 55) }
        #expect(short == place + "traits: struct_size: expected at least 56, got 55")
        let many = reason { $0.stateSuite(claimedSuites: 1_000_001) }
        #expect(many == place + "it states 1000001 suites; the limit is 1000000")
    }

    @Test("null descriptors")
    func nullDescriptors() {
        #expect(
            reason(FakeBundle([FakeClass("M.A"), FakeClass("M.B")], nullClass: 1))
                == "get_class(1) returned null, but class_count is 2")
        #expect(caseReason({ $0.isNull = true }) == "get_case(0, 1) of class 'M.A' returned null")
    }

    @Test("classes of one name get numbers")
    func classesOfOneName() throws {
        // A name that looks like one with a number is nobody else's.
        let registry = try Registry.of(["M.A", "M.A#2", "M.A", "M.B", "M.A"].map { FakeClass($0, ["testX"]) })
        let names = registry.classes.map { registry.string($0.name) }
        #expect(names == ["M.A", "M.A#2", "M.A#3", "M.B", "M.A#4"])
    }

    @Test("names are compared byte for byte")
    func nameBytes() {
        // Canonically equivalent, and yet two names to a compiler and to the order's hash.
        #expect(reason(FakeBundle([FakeClass("M.\u{E9}"), FakeClass("M.e\u{301}")])) == nil)
    }

    @Test("cases of one name get numbers and override their own")
    func casesOfOneName() throws {
        let registry = try Registry.of([
            FakeClass("M.A", ["testX", "testY", "testX"]),
            FakeClass("M.B", ["testX", "testX", "testX"], superclass: 0),
        ])
        let names = registry.classes.map { $0.cases.map { registry.string(registry.cases[$0].name) } }
        #expect(names == [["testX", "testY", "testX#2"], ["testX", "testY", "testX#2", "testX#3"]])
        let owners = registry.classes[1].cases.map { [registry.cases[$0].ownerIndex, registry.cases[$0].index] }
        #expect(owners == [[1, 0], [0, 1], [1, 1], [1, 2]])
    }

    @Test("overloads carry their parameters, hide none that is inherited, and have a platform's suffix before those")
    func overloads() throws {
        func overload(_ name: String, _ parameters: String) -> FakeCase {
            var entry = FakeCase(name)
            entry.parameters = parameters
            return entry
        }
        let (number, list) = (overload("testAdds", "(_: Int)"), overload("testAdds", "(_: [String])"))
        let registry = try Registry.of([
            FakeClass("M.Base", [number, list, overload("testGoes_There", "(_: Int)"), "testGoes_There", "testNone"]),
            FakeClass("M.Sub", [number, overload("testAdds", "(_: Int) async"), "testNone"], superclass: 0),
            FakeClass("M.Single", [number]), FakeClass("M.Other", [overload("testAdds", "(_: Double)")], superclass: 2),
        ])
        let cases = registry.classes[1...].map { $0.cases.map { registry.cases[$0] } }
        let names = [
            "testAdds(_:Int)", "testAdds(_:\\u{5B}String\\u{5D})", "testGoes_There(_:Int)", "testGoes_There",
            "testNone",
        ]
        #expect(
            cases.map { $0.map { registry.string($0.name) } } == [
                names + ["testAdds(_:Int)async"], ["testAdds"], ["testAdds(_:Int)", "testAdds(_:Double)"],
            ])
        #expect(cases[0].map(\.ownerIndex) == [1, 0, 0, 0, 1, 1])
        #expect(cases[0].map(\.isSupported) == [true, true, false, false, true, true])
    }

    @Test("an example's name that is none is its place")
    func examplesNames() {
        func warning(_ examples: [String?]) -> String? {
            note {
                $0.cases[1] = FakeCase("outlineTestY", examples: [])
                $0.cases[1].examples = examples
            }.warning
        }
        #expect(warning(["a", "b"]) == nil)
        #expect(warning(["a", nil]) == "'M.A/outlineTestY': name of example 1: expected text, got null")
        #expect(warning(["a", "b", "a"]) == "'M.A/outlineTestY': two examples are named 'a'")
    }

    @Test("override replaces the inherited case")
    func inheritedOverride() throws {
        let registry = try Registry.of([
            FakeClass("M.Base", ["testA", "testB"]), FakeClass("M.Leaf", ["testC", "testB"], superclass: 0),
        ])
        let cases = registry.cases[registry.classes[1].cases]
        #expect(cases.map { registry.string($0.name) } == ["testA", "testB", "testC"])
        #expect(cases.map(\.ownerIndex) == [0, 1, 1])
        #expect(cases.map(\.index) == [0, 1, 0])
    }

    @Test("too little room is a fault")
    func littleRoom() throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
        defer { memory.deallocate() }
        var listing = ByteWriter(memory)
        let bundle = FakeBundle([FakeClass("M.A", ["testX"])])
        #expect(throws: LoadFault.self) { try BundleEnumerator(bundle.interface).write(to: &listing) }
    }
}
