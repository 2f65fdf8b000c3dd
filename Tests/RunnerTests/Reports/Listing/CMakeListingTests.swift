// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// The list for a script of CMake.
struct CMakeListingTests {
    @Test(
        "brackets",
        arguments: [
            ("plain", "[=[plain]=]"), ("a b;c", "[=[a b;c]=]"), ("x]=]", "[==[x]=]]==]"), ("x]", "[=[x]]=]"),
            ("]=]==", "[===[]=]==]===]"), ("\nx", "[=[\n\nx]=]"),
        ])
    func brackets(text: String, argument: String) { #expect(PlanListing.quoted(text) == argument) }

    @Test("a call for each case")
    func calls() throws {
        var registry = try Registry.of([
            FakeClass("M.A", ["testOne", FakeCase("outlineTestTwo", examples: ["x", "y"])]),
            FakeClass("M.Elsewhere_There", ["testA"]),
        ])
        registry.add(tags: ["slow", "of two words"], toBundle: 0)
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 0)
        let scratch = TemporaryDirectory()
        let descriptor = open(scratch.path("list"), O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        var output = TextOutput(descriptor)
        PlanListing(registry: registry, plan: plan).cmake(to: &output)
        output.flush()
        let lines = try String(contentsOfFile: scratch.path("list"), encoding: .utf8).split(separator: "\n")
        #expect(
            Set(lines) == [
                "testkit_case([=[B]=] [=[B/M.A]=] [=[testOne]=] [=[of two words]=] [=[slow]=])",
                "testkit_case([=[B]=] [=[B/M.A]=] [=[outlineTestTwo]=] [=[of two words]=] [=[slow]=])",
            ])
    }
}
