// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerReports

/// Why nothing ran.
struct EmptyRunTests {
    @Test("what was selected and cannot run here is named, and not what was left out")
    func reasons() throws {
        let registry = try Registry.of([FakeClass("M.A", ["testX_There"]), FakeClass("M.B", ["testY"])])
        func reasons(_ filter: String) throws -> [String] {
            let selection = try Selection(filters: [try NameFilter(filter)], in: registry)
            let plan = PlanBuilder.plan(registry, selection: selection, focus: .all, seed: 1)
            return EmptyRun(registry: registry, plan: plan, searched: .init()).reasons
        }
        #expect(try reasons("M.A") == ["1 case cannot run here; the list above says why"])
        #expect(try reasons("nothing") == ["none of 2 cases is selected"])
    }
}
