// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import Runner

/// The plan of several files: each test is found by its identity, whatever order the files name them in.
struct MergedPlanTests {
    /// A test as a file names it.
    private struct Named {
        /// "Bundle/M.Class".
        let owner: String
        let name: String
        var examples: [String] = []

        /// The line of the plan.
        var line: String {
            let (bundle, type) = (owner.split(separator: "/")[0], owner.split(separator: "/")[1])
            let list = examples.map { "\"\($0)\"" }.joined(separator: ",")
            return #"{"version":"6.3","kind":"test","payload":{"kind":"function","id":"\#(owner)/\#(name)","#
                + #""isParameterized":\#(!examples.isEmpty),"testkit":{"bundle":"\#(bundle)","class":"\#(type)","#
                + #""examples":[\#(list)]}}}"# + "\n"
        }
    }

    /// The first look at some files; they are gone by then, but open.
    private func survey(_ files: [String]) throws -> EventSurvey {
        let directory = TemporaryDirectory()
        for (number, text) in files.enumerated() { try directory.write(Array(text.utf8), to: "\(number)") }
        return try withExtendedLifetime(directory) {
            try EventSurvey(files.indices.map { try EventSource(path: directory.path("\($0)")) })
        }
    }

    /// The slot of an identity.
    private func slot(_ identity: String, _ merged: MergedPlan) throws -> Plan.Slot {
        guard case .slot(let slot) = merged.target(Array(identity.utf8)[...]) else {
            throw SystemFault("\(identity) is not found")
        }
        return slot
    }

    /// Slices of three classes, their cases by turns, as machines have them that share classes.
    private static func slices(_ count: Int) -> [[Named]] {
        (0..<count).map { file in
            (0..<12).map { number in
                let examples = number % 4 == 3 ? ["low", "high \(file)"] : []
                // The cases with examples are in every file, each of which has one of its own.
                let name = number % 4 == 3 ? "outline\(number)" : "test\(number)of\(file)"
                return Named(owner: "Shop/M.Class\((number + file) % 3)", name: name, examples: examples)
            }
        }
    }

    @Test(
        "each test of shards that share classes is found, and is one slot", arguments: [1, 2, 5])
    func shards(count: Int) throws {
        let files = Self.slices(count)
        let survey = try survey(files.map { $0.map(\.line).joined() })
        #expect(survey.runs.allSatisfy { $0.faults.isEmpty })
        let merged = MergedPlan(survey.plans, survey.runs)
        // The fourth file has the cases with examples of the first.
        #expect(merged.gathered.hasOverlap == (count > 3))
        var numbers: Set<Int> = []
        var identities: Set<String> = []
        for test in files.joined() {
            let names = test.examples.isEmpty ? [""] : test.examples.map { "[\($0)]" }
            identities.formUnion(names.map { "\(test.owner)/\(test.name)\($0)" })
        }
        for identity in identities {
            let slot = try slot(identity, merged)
            #expect(merged.registry.identity(of: slot) == identity)
            #expect(numbers.insert(merged.number(of: slot)).inserted, "\(identity)")
        }
        #expect(numbers.allSatisfy { $0 >= 0 && $0 < merged.registry.slotNumberCount })
        #expect(merged.plan.slots.count == identities.count)
        for missing in ["Shop/M.Class0/test", "Shop/M.Class0/outline3[]", "Shop/M.Class9/test0of0", "Shop", ""] {
            #expect(merged.target(Array(missing.utf8)[...]) == nil, "\(missing)")
        }
        // Those of a class side by side.
        for (index, own) in merged.registry.classes.enumerated() {
            #expect(merged.target(Array(merged.registry.identity(ofClass: index).utf8)[...]) == .unit(index))
            for place in own.cases {
                #expect(merged.registry.cases[place].classIndex == index)
                #expect(merged.registry.cases[place].index == UInt32(place))
            }
        }
    }

    @Test("lines that cannot be read, and those of other classes, may be between those of a class")
    func linesBetween() throws {
        let (one, other) = (Named(owner: "Shop/M.Cart", name: "test"), Named(owner: "Shop/M.Till", name: "test"))
        let far = String(repeating: " ", count: 5_000) + "\n"
        let bad = Named(owner: "Shop/M.Cart", name: "bad").line.replacing(#""id":"Shop/"#, with: #""id":"Ship/"#)
        let last = Named(owner: "Shop/M.Cart", name: "testLast").line
        let survey = try survey([one.line + bad + "{\n" + other.line + "\n" + far + last])
        #expect(survey.runs[0].faults.count == 3)
        let merged = MergedPlan(survey.plans, survey.runs)
        let names = merged.plan.slots.map { merged.registry.identity(of: $0) }
        #expect(names == ["Shop/M.Cart/test", "Shop/M.Cart/testLast", "Shop/M.Till/test"])
    }
}
