// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerReports
@testable import RunnerSupport

/// The lists for a script of CMake and in the format of `swift test list`, and rules by tags.
struct ListingTests {
    /// The lines that a list prints.
    private func lines(_ print: (inout TextOutput) -> Void) throws -> [Substring] {
        let scratch = TemporaryDirectory()
        let descriptor = open(scratch.path("list"), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var output = TextOutput(descriptor)
        print(&output)
        output.flush()
        return try String(contentsOfFile: scratch.path("list"), encoding: .utf8).split(separator: "\n")
    }

    @Test(
        "brackets of CMake",
        arguments: [
            ("plain", "[=[plain]=]"), ("a b;c", "[=[a b;c]=]"), ("x]=]", "[==[x]=]]==]"), ("x]", "[=[x]]=]"),
            ("]=]==", "[===[]=]==]===]"), ("\nx", "[=[\n\nx]=]"),
        ])
    func brackets(text: String, argument: String) { #expect(PlanListing.quoted(text) == argument) }

    @Test("a call of CMake for each case")
    func calls() throws {
        var registry = try Registry.of([
            FakeClass("M.A", ["testOne", FakeCase("outlineTestTwo", examples: ["x", "y"])]),
            FakeClass("M.Elsewhere_There", ["testA"]),
        ])
        registry.add(tags: ["slow", "of two words"], toBundle: 0)
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 0)
        let lines = try lines { PlanListing(registry: registry, plan: plan).cmake(to: &$0) }
        #expect(
            Set(lines) == [
                "testkit_case([=[B]=] [=[B/M.A]=] [=[testOne]=] [=[of two words]=] [=[slow]=])",
                "testkit_case([=[B]=] [=[B/M.A]=] [=[outlineTestTwo]=] [=[of two words]=] [=[slow]=])",
            ])
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
        let lines = try lines { PlanListing(registry: registry, plan: plan).swift(to: &$0) }
        #expect(
            lines == [
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
