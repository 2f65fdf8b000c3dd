// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerModel

/// Rule 3 of the semantics at the command line: what identities and patterns select.
///
/// Rule 27.
struct SelectionTests {
    @Test("only some count whatever else is asked for")
    func onlySome() throws {
        let registry = try Registry.of([FakeClass("M.A", ["testX", "testY"])])
        var selection = try Selection(identities: ["testX"].map { "B/M.A/\($0)" }, in: registry)
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        selection.only = Set(plan.slots)
        #expect(plan.slots.filter { selection.contains($0, in: registry) }.count == 1)
        selection.only = []
        #expect(plan.slots.filter { selection.contains($0, in: registry) }.isEmpty)
    }

    /// Two bundles with classes of one name, an abstract class, examples, and names that are hard to read.
    static func registry() throws -> Registry {
        try Registry.of([
            (
                "One",
                [
                    FakeClass("M.Base", ["testA"], flags: TESTKIT_CLASS_ABSTRACT.rawValue),
                    FakeClass("M.Leaf", ["testB"], superclass: 0),
                    FakeClass("M.Cart", ["testAdd", FakeCase("outlineTestTotal", examples: ["a", "b[1]", "c/d"])]),
                ]
            ),
            ("Two", [FakeClass("N.Cart", ["testAdd", "testRemove"])]),
            ("Odd[1]", [FakeClass("P.Odd", ["test/slash", FakeCase("outlineTest[x]", examples: ["[y]", "]"])])]),
        ])
    }

    /// The identities that some words select, sorted.
    func selected(_ words: String..., filters: [String] = [], skips: [String] = []) throws -> [String] {
        try selected(words, filters: filters, skips: skips)
    }

    /// The same of a list of words.
    private func selected(_ words: [String], filters: [String] = [], skips: [String] = []) throws -> [String] {
        let registry = try Self.registry()
        let selection = try Selection(
            identities: words.isEmpty ? nil : words, filters: filters.map { try NameFilter($0) },
            skips: skips.map { try NameFilter($0) }, in: registry)
        let plan = PlanBuilder.plan(registry, selection: selection, focus: .all, seed: 1)
        return plan.slots.map { registry.identity(of: $0) }.sorted()
    }

    @Test("every listed identity selects itself alone")
    func listedIdentities() throws {
        let all = try selected()
        #expect(all.count == 11)
        #expect(all.contains("Odd\\u{5B}1\\u{5D}/P.Odd/test\\u{2F}slash"))
        for identity in all { #expect(try selected(identity) == [identity]) }
    }

    /// The cases of the class that is selected by most words below.
    private static let leaf = ["One/M.Leaf/testA", "One/M.Leaf/testB"]
    /// The examples of a case.
    private static let total = ["a", "b[1]", "c/d"].map { "One/M.Cart/outlineTestTotal[\($0)]" }

    @Test("a class by every name", arguments: ["One/M.Leaf", "M.Leaf", "Leaf", "M.focus_Leaf", "Focus_Leaf", "Base"])
    func classNames(name: String) throws { #expect(try selected(name) == Self.leaf) }

    @Test("a case by each name", arguments: ["Leaf/testB", "Leaf/focus_testB", "Focus_Leaf/testB", "focus_testB"])
    func caseNames(name: String) throws { #expect(try selected(name) == ["One/M.Leaf/testB"]) }

    @Test(
        "all of a bundle and of a module, which is a target; what fits several names; examples, by their names alone",
        arguments: [
            (["Two"], ["Two/N.Cart/testAdd", "Two/N.Cart/testRemove"]),
            (["N"], ["Two/N.Cart/testAdd", "Two/N.Cart/testRemove"]),
            (["Cart/testAdd"], ["One/M.Cart/testAdd", "Two/N.Cart/testAdd"]),
            (["N.Cart/testAdd"], ["Two/N.Cart/testAdd"]), (["testRemove"], ["Two/N.Cart/testRemove"]),
            (["Base/testA"], ["One/M.Leaf/testA"]), (["M"], leaf + ["One/M.Cart/testAdd"] + total),
            (["P.Odd/test/slash"], ["Odd\\u{5B}1\\u{5D}/P.Odd/test\\u{2F}slash"]),
            (["outlineTestTotal"], total), (["outlineTestTotal[b[1]]"], [total[1]]),
            (["Cart/outlineTestTotal"], total), (["Cart/outlineTestTotal[b[1]]"], [total[1]]),
            ([total[0], total[2]], [total[0], total[2]]), ([total[0], "One/M.Cart/outlineTestTotal"], total),
            (["One/M.Cart/outlineTestTotal", total[0]], total),
        ])
    func several(words: [String], identities: [String]) throws {
        #expect(try selected(words) == identities.sorted())
    }

    @Test(
        "a module selects all of it, also beside a class of its name; a suite the suites in it, but no file of its name",
        arguments: [
            ("M", "ABCDE"), ("B/M", "ABCDE"), ("Outer", "AB"), ("M.Outer", "AB"), ("B/M.Outer", "AB"), ("Space", "C"),
            ("Outer.Inner", "B"), ("M.M", "D"), ("Outer/testA", "A"), ("Outer.swift", "E"),
        ])
    func within(name: String, tests: String) throws {
        let registry = try Registry.of([
            FakeClass("M.Outer", ["testA"]), FakeClass("M.Outer.Inner", ["testB"]),
            FakeClass("M.Space.Deep", ["testC"]), FakeClass("M.M", ["testD"]), FakeClass("M.Outer.swift", ["testE"]),
        ])
        let selection = try Selection(identities: [name], in: registry)
        let plan = PlanBuilder.plan(registry, selection: selection, focus: .all, seed: 1)
        #expect(plan.slots.map { String(registry.identity(of: $0).suffix(1)) }.sorted().joined() == tests)
        let unknown = try #require(throws: Selection.UnknownIdentity.self) {
            try Selection(identities: ["Outer.swift/testZ"], in: registry)
        }
        #expect(unknown.suggestions.first == "Outer.swift/testE")
    }

    @Test("abstract class selects concrete ones at any distance")
    func distantSubclasses() throws {
        let registry = try Registry.of([
            FakeClass("M.Base", ["testA"], flags: TESTKIT_CLASS_ABSTRACT.rawValue),
            FakeClass("M.Leaf", superclass: 0),
            FakeClass("M.Middle", superclass: 0, flags: TESTKIT_CLASS_ABSTRACT.rawValue),
            FakeClass("M.Lower", superclass: 1), FakeClass("M.Deep", superclass: 2),
        ])
        for name in ["Base", "M.Base", "B/M.Base/testA", "Base/testA"] {
            let selection = try Selection(identities: [name], in: registry)
            let plan = PlanBuilder.plan(registry, selection: selection, focus: .all, seed: 1)
            let classes = Set(plan.units.map { registry.string(registry.classes[$0.classIndex].name) })
            #expect(classes == ["M.Leaf", "M.Lower", "M.Deep"], "\(name)")
        }
    }

    @Test("case alone that is several lists them")
    func ambiguousCase() throws {
        do {
            _ = try selected("testAdd")
            Testing.Issue.record("one of them was taken")
        } catch let error as Selection.UnknownIdentity {
            #expect(error.meanings.sorted() == ["One/M.Cart/testAdd", "Two/N.Cart/testAdd"])
            for meaning in error.meanings { #expect(error.description.contains("'\(meaning)'")) }
        }
    }

    @Test(
        "a filter that matches no test is remarked on, by itself and beside others",
        arguments: [
            ([], []), (["Cart", "glob:Two/*", "re:slash$"], []), (["Kart"], ["'Kart'; did you mean 'Cart'?"]),
            (["Cart", "glob:nothing*", "tag:slow"], ["'glob:nothing*'", "'tag:slow'"]),
            (["id:testRemoove", "testAdd"], ["'id:testRemoove'; did you mean 'testRemove'?"]),
        ])
    func unmatchedFilters(filters: [String], remarks: [String]) throws {
        let registry = try Self.registry()
        let selection = try Selection(filters: filters.map { try NameFilter($0) }, in: registry)
        #expect(selection.remarks(in: registry) == remarks.map { "no test matches the filter " + $0 })
    }

    @Test("a word of an expression that matches no test is named with its place")
    func unmatchedWords() throws {
        let registry = try Self.registry()
        let selection = try Selection(
            filters: [try NameFilter("Kart or not flaky")],
            skips: [try NameFilter("tag:none and Cart"), NameFilter("none")],
            in: registry)
        #expect(
            selection.remarks(in: registry) == [
                "no test matches the filter 'Kart', at position 1 of 'Kart or not flaky'; did you mean 'Cart'?",
                "no test is flaky, at position 13 of 'Kart or not flaky'",
                "no test matches the filter 'tag:none', at position 1 of 'tag:none and Cart'",
            ])
        let set = try Selection(filters: [try NameFilter("new")], in: registry)
        #expect(set.remarks(in: registry) == ["no test matches the filter 'new'; set:new is a set of tests"])
    }

    @Test(
        "unknown name suggests",
        arguments: [
            ("testRemoov", "'testRemove'?"),
            ("Cart/testAd", "'Cart/testAdd'"), ("Leef", "'Leaf'"), ("One/M.Leaf/testX", "'One/M.Leaf/testA'"),
            ("M.Cart/testAdb", "'M.Cart/testAdd'"), ("Tow", "'Two'"),
        ])
    func unknownName(name: String, suggestion: String) {
        do {
            _ = try selected(name)
            #expect(Bool(false), "\(name) was found")
        } catch {
            let text = (error as? Selection.UnknownIdentity)?.description ?? ""
            #expect(text.hasPrefix("no test is named '\(name)'; did you mean \(suggestion)"))
        }
    }

    @Test(
        "a name in the words of a framework's own report suggests the identity",
        arguments: [
            ("Cart.testAdd", "Cart/testAdd"), ("M.Cart.testAdd", "M.Cart/testAdd"), ("Cart/testAdd()", "Cart/testAdd"),
            ("S/sums", "S/sums(a:b:)"), ("sums", "S/sums(a:b:)"), ("M.S/sums(_:)", "M.S/sums(a:b:)"),
            ("sums(a:b:)[1, 2]", nil), ("sums[9]", "S/sums(a:b:)"),
            ("S/a raw: name/here", "S/`a raw: name\\u{2F}here`"),
            ("a raw: name/here", "S/`a raw: name\\u{2F}here`"), ("adds, and says so", "S/`a raw: name\\u{2F}here`"),
            ("One/M.S/adds, and says so", "One/M.S/`a raw: name\\u{2F}here`"),
            ("The «sums» [all]", "One/M.S"), ("sums [1 / 2]", "S/sums(a:b:)"),
        ])
    func otherSpellings(name: String, suggestion: String?) throws {
        var registry = try Registry.of([
            (
                "One",
                [
                    FakeClass("M.Cart", ["testAdd"]),
                    FakeClass("M.S", [FakeCase("sums(a:b:)", examples: ["1, 2"]), "`a raw: name/here`"]),
                ]
            )
        ])
        registry.caseDescriptions = [:]
        registry.caseDescriptions[1] = Description(title: "sums [1 / 2]")
        registry.caseDescriptions[2] = Description(title: "adds, and says so")
        registry.classDescriptions[1] = Description(title: "The «sums» [all]")
        do {
            _ = try Selection(identities: [name], in: registry)
            #expect(suggestion == nil)
        } catch {
            let anyError: any Error = error
            let suggestions = (anyError as? Selection.UnknownIdentity)?.suggestions ?? []
            #expect(suggestions == [suggestion])
            _ = try Selection(identities: suggestions, in: registry)
        }
    }

    @Test("empty list of identities selects nothing")
    func emptyList() throws {
        // As an empty file of --ids: a shard without tests must not run all of them.
        let registry = try Self.registry()
        let plan = PlanBuilder.plan(
            registry, selection: try Selection(identities: [], in: registry), focus: .all, seed: 1)
        #expect(plan.slots.isEmpty)
    }

    @Test("unknown example is not the whole case")
    func unknownExample() {
        for name in ["Cart/outlineTestTotal[z]", "outlineTestTotal[z]"] {
            #expect(throws: Selection.UnknownIdentity.self) { try selected(name) }
        }
        #expect(throws: Selection.UnknownIdentity.self) { try selected("Cart/testAdd[a]") }
        #expect(throws: Selection.UnknownIdentity.self) { try selected("") }
        #expect(throws: Selection.UnknownIdentity.self) { try selected("art") }
    }

    @Test("filters and skips")
    func filtersAndSkips() throws {
        #expect(try selected(filters: ["Two/", "[a]"]).count == 3)
        #expect(try selected(filters: ["Cart"], skips: ["One/"]) == ["Two/N.Cart/testAdd", "Two/N.Cart/testRemove"])
        #expect(try selected("One", filters: ["Two"]).isEmpty)
        #expect(try selected("Leaf", skips: ["testA"]) == ["One/M.Leaf/testB"])
    }
}
