// SPDX-License-Identifier: MIT

import BundleABI
import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerReports
@testable import RunnerSupport

/// The lists of a run, and rules by tags.
struct ListingTests {
    /// The text that a list prints.
    private func text(_ print: (inout TextOutput) -> Void) throws -> String {
        let scratch = TemporaryDirectory()
        let descriptor = open(scratch.path("list"), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var output = TextOutput(descriptor)
        print(&output)
        output.flush()
        return try String(contentsOfFile: scratch.path("list"), encoding: .utf8)
    }

    @Test(
        "brackets of CMake",
        arguments: [
            ("plain", "[=[plain]=]"), ("a b;c", "[=[a b;c]=]"), ("x]=]", "[==[x]=]]==]"), ("x]", "[=[x]]=]"),
            ("]=]==", "[===[]=]==]===]"), ("\nx", "[=[\n\nx]=]"),
        ])
    func brackets(text: String, argument: String) { #expect(PlanListing.quoted(text) == argument) }

    /// A bundle with all that a list shows: traits, endings, groups, focus, suites of examples, and what cannot run here.
    ///
    /// A slash in the name of an example makes a suite, except in another framework's arguments; of a class, nobody knows the line.
    private func everything() throws -> Registry {
        var base = FakeClass(
            "M.Base", ["testA", FakeCase("outlineTestB", examples: ["url/a", "url/b", "plain"])], group: -1)
        (base.tags, base.resources, base.title, base.limit) = (["network"], ["db", "slots=all"], "The base", 5)
        var ends = FakeCase("testEnds")
        (ends.ending, ends.tags, ends.title) = ((TESTKIT_ENDING_STATUS.rawValue, 3), ["slow", "two words"], "It ends")
        (ends.links, ends.line) = (["https://example.org/1 a bug"], 12)
        var heir = FakeClass("M.Heir", [ends, FakeCase("testC", focused: true), "testX_There"], superclass: 0)
        heir.resources = ["port"]
        let abstract = FakeClass("M.Abstract", ["testD"], flags: TESTKIT_CLASS_ABSTRACT.rawValue)
        var foreign = FakeClass("M.Foreign", [FakeCase("h(url:)", examples: ["url/c", "url/d"])])
        foreign.line = 0
        var registry = try Registry.of([base, heir, abstract, foreign, FakeClass("M.Plain_There", ["testE"])])
        let place = try #require(registry.cases.firstIndex { registry.string($0.name) == "h(url:)" })
        registry.caseDescriptions[place] = Description(identity: ForeignIdentity(text: "M.Foreign/h(url:)"))
        registry.warnings = [
            BuildWarning(bundle: "B", kind: .methods, testCount: 2, file: "A.swift", line: 3, message: "not registered")
        ]
        registry.add(tags: ["of all"], toBundle: 0)
        return registry
    }

    @Test("a list of everything is the approved one in each format")
    func approved() throws {
        let registry = try everything()
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .ignore, seed: 7)
        let listing = PlanListing(registry: registry, plan: plan, exampleFaults: [0: "it took longer than 1 s"])
        let fault = BundleFault(path: "/lib/libBad.so", words: "too short")
        let formats: KeyValuePairs<String, (inout TextOutput) -> Void> = [
            "plain": { listing.plain(to: &$0) }, "cmake": { listing.cmake(to: &$0) },
            "swift": { listing.swift(to: &$0) },
            "json": { listing.json(faults: [fault], isSeedGiven: true, to: &$0) },
            "--tree": { ClassTree(registry: registry, plan: plan, style: Style(isEnabled: false)).print(to: &$0) },
        ]
        let parts = try formats.map { name, print in "### \(name)\n\n" + (try text(print)) }
        try ApprovedText(name: "Tests/Streams/list.txt").expect(
            parts.joined(separator: "\n").replacing("},{", with: "},\n{"))
    }

    @Test("names are those of swift test list")
    func swiftTestNames() throws {
        var registry = try Registry.of([
            FakeClass("M.A", ["testOne", "testTwo"]),
            FakeClass("M.S", ["g", "f", FakeCase("h(x:)", examples: ["1", "2"])]),
            FakeClass("M.T", ["k"]), FakeClass("N.T", ["k", "l"]),
        ])
        let identities = [
            nil, ForeignIdentity(text: "M.A/testTwo()", line: 7),
            ForeignIdentity(text: "M.S/g()/F.swift:3:6", column: 6),
            ForeignIdentity(text: "M.S/g()/G.swift:4:6", column: 6),
            ForeignIdentity(text: "M.S/h(x:)/F.swift:9:6", column: 6),
            // Swift Testing compares the names without their modules.
            ForeignIdentity(text: "M.T/k()/F.swift:11:6", column: 6),
            ForeignIdentity(text: "N.T/k()/G.swift:2:6", column: 6),
            ForeignIdentity(text: "N.T/l()/G.swift:5:6", column: 6),
        ]
        for (index, identity) in identities.enumerated() {
            registry.caseDescriptions[index] = Description(identity: identity)
        }
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 0)
        let text = try text { PlanListing(registry: registry, plan: plan).swift(to: &$0) }
        #expect(
            text.split(separator: "\n") == [
                "B/M.A/testOne", "M.A/testTwo", "M.S/g()/F.swift:3:6", "M.S/g()/G.swift:4:6", "M.S/h(x:)",
                "M.T/k()/F.swift:11:6", "N.T/k()/G.swift:2:6", "N.T/l()",
            ])
    }

    @Test("a filter, and a rule for a resource, may name a tag")
    func tags() throws {
        var registry = try Registry.of([FakeClass("M.A", ["testOne"]), FakeClass("M.B", ["testTwo"])])
        registry.cases[1].tags = registry.tagSets.number(of: ["database"])
        let selection = try Selection(filters: [try NameFilter("tag:database")], in: registry)
        let plan = PlanBuilder.plan(registry, selection: selection, focus: .all, seed: 0)
        #expect(plan.slots.map { registry.identity(of: $0) } == ["B/M.B/testTwo"])
        var rule = TestRule(pattern: "tag:database", origin: .commandLine)
        rule.resources = ["database"]
        _ = CaseRules([rule], in: &registry, [BundleFile(path: "/b/libB.so", name: "B")])
        #expect(registry.resources.sorted(ofClass: 0).isEmpty)
        #expect(registry.resources.sorted(ofClass: 1) == ["database"])
    }
}
