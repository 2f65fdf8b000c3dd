// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel

/// The file of a prescribed order, and the plan that comes of it.
///
/// Rule 66.
struct OrderFileTests {
    /// Two classes, one of them in a later group.
    private func registry() throws -> Registry {
        try Registry.of([FakeClass("M.A", ["testA", "testB", "testC"]), FakeClass("M.Z", ["testZ"], group: 2)])
    }

    /// Reads a file.
    private func file(_ lines: String...) throws(OrderFile.Fault) -> OrderFile {
        try OrderFile(Array(lines.joined(separator: "\n").utf8), path: "o.txt")
    }

    /// The plan of a file: the cases of each unit, and the processes.
    private func plan(_ lines: String...) throws -> (units: [[String]], prescription: Prescription?) {
        let (registry, file) = (try registry(), try OrderFile(Array(lines.joined(separator: "\n").utf8), path: "o.txt"))
        let plan = try OrderResolver(file, seed: 1, in: registry).plan(seed: 1)
        let units = plan.units.map {
            plan.slots[$0.slots].map { registry.string(registry.cases[Int($0.caseIndex)].name) }
        }
        return (units, plan.prescription)
    }

    /// The message for a file that cannot be used.
    private func fault(_ lines: String...) -> String? {
        do {
            let file = try OrderFile(Array(lines.joined(separator: "\n").utf8), path: "o.txt")
            _ = try OrderResolver(file, seed: 1, in: try registry()).plan(seed: 1)
            return nil
        } catch { return "\(error)" }
    }

    @Test("a record that was cut off anywhere is not whole")
    func cutRecord() {
        let whole = Array("# runner\n%seed 5\n%worker\n%process\nM.A/testA\n%end 5\n".utf8)
        #expect(OrderFile.isWhole(whole))
        for count in 0..<whole.count { #expect(!OrderFile.isWhole(Array(whole.prefix(count))), "\(count)") }
    }

    @Test("one process runs the lines in their order; a class that comes again is set up again")
    func sequence() throws {
        let (units, prescription) = try plan("# why", "M.A/testC", "", "  M.A/testA\r", "M.Z", "M.A/testB")
        #expect(units == [["testC", "testA"], ["testZ"], ["testB"]])
        #expect(
            prescription == Prescription(workers: [0, 0, 0], isFresh: [true, false, false], workerCount: 1))
    }

    @Test("%process and %worker part processes and workers; groups that ascend for all stay barriers")
    func processes() throws {
        let (units, prescription) = try plan("%worker", "M.A/testA", "%process", "M.Z", "%worker", "M.A/testB")
        #expect(units == [["testA"], ["testB"], ["testZ"]])
        #expect(
            prescription == Prescription(workers: [0, 1, 0], isFresh: [true, true, true], workerCount: 2))
    }

    @Test("settings are read, and lines that cannot be used are named")
    func settings() throws {
        let file = try file("%seed 0x10", "%chance random=seeded", "%shuffle off", "%end 3")
        #expect(file.seed == 16 && file.chance?.random == .seeded && !file.isShuffled)
        #expect(fault("M.A", "M.Q/testA")?.hasPrefix("o.txt:2: no test is named 'M.Q/testA'") == true)
        #expect(fault("M.A", "M.A/testB")?.hasPrefix("o.txt:2: '") == true)
        #expect(fault("M.A", "M.A/testB")?.hasSuffix("testB' is already in line 1") == true)
        #expect(fault("", "%wroker")?.hasPrefix("o.txt:2: expected a test or %worker") == true)
        #expect(fault("%seed x")?.hasPrefix("o.txt:1: %seed: expected a number") == true)
    }
}
