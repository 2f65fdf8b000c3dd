// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerExecution
@testable import Runner

/// Classes that share resources.
///
/// Rule 68.
struct ResourceUseTests {
    /// A class of a bundle to be: its resources, how many cases it has, its run group.
    private struct Sketch {
        /// Its resources.
        var resources: [String] = []
        /// How many cases it has.
        var caseCount = 1
        /// Its run group.
        var group: Int32 = 1
    }

    /// The registry of some classes, and a plan of all.
    private func planned(_ sketches: [Sketch], seed: UInt64 = 1) throws -> (Registry, Plan) {
        let classes = sketches.enumerated().map { index, sketch in
            var entry = FakeClass(
                "M.C\(index)", (0..<sketch.caseCount).map { FakeCase("test\($0)") }, group: sketch.group)
            entry.resources = sketch.resources
            return entry
        }
        let registry = try Registry.of(classes)
        return (registry, PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: seed))
    }

    @Test("a resource that as many may use as there are workers is not scarce, and for one worker none is")
    func scarcity() throws {
        var (registry, plan) = try planned([Sketch(resources: ["net"]), Sketch(resources: ["db", "net"]), Sketch()])
        registry.resources.jobs = ["net": 4]
        #expect(PlannedWork(plan, registry, jobs: 4).limits == [1])
        #expect(PlannedWork(plan, registry, jobs: 5).limits == [1, 4])
        #expect(PlannedWork(plan, registry, jobs: 1).limits.isEmpty)
        let work = PlannedWork(plan, registry, jobs: 5)
        let uses = [0: [1], 1: [0, 1], 2: []]
        for (place, unit) in plan.units.enumerated() {
            #expect(work.resources(of: UInt32(place)) == uses[unit.classIndex])
        }
    }

    @Test(
        "every limit is kept, however classes share resources, and all are run",
        arguments: 1...40 as ClosedRange<UInt64>)
    func everyLimitHolds(seed: UInt64) throws {
        var random = SeededNumbers(state: seed)
        let names = ["a", "b", "c", "d", "e"]
        let limits = Dictionary(uniqueKeysWithValues: names.map { ($0, Int.random(in: 1...5, using: &random)) })
        let sketches = (0..<30).map { _ in
            Sketch(
                resources: names.filter { _ in Int.random(in: 0...3, using: &random) == 0 },
                group: Int32.random(in: 1...3, using: &random))
        }
        let jobs = Int.random(in: 2...6, using: &random)
        var (registry, plan) = try planned(sketches, seed: seed)
        registry.resources.jobs = limits
        var scheduler = Scheduler(PlannedWork(plan, registry, jobs: jobs))
        for worker in 0..<jobs { scheduler.begin(worker, now: 0) }
        var now: UInt64 = 0
        while Int(scheduler.closedCount) < plan.units.count, now < 1 << 40 {
            now += ScheduledWorker.patience
            for worker in 0..<jobs {
                let handout = scheduler.next(for: worker, now: now, isLast: true)
                guard handout.leaves, !scheduler.isOwner(worker) else { continue }
                #expect(scheduler.end(worker).isEmpty)
                scheduler.begin(worker, now: now)
            }
            // What is at the head of a worker's units may run now.
            var users: [String: Int] = [:]
            for unit in (0..<jobs).compactMap(scheduler.head) {
                for name in registry.resources.sorted(ofClass: plan.units[Int(unit)].classIndex) {
                    users[name, default: 0] += 1
                }
            }
            for (name, count) in users { #expect(count <= limits[name] ?? 1, "\(name)") }
            let owners = (0..<jobs).filter(scheduler.isOwner)
            guard let worker = owners.randomElement(using: &random), let unit = scheduler.head(of: worker) else {
                continue
            }
            let isClosed = scheduler.close(unit, by: worker)
            #expect(isClosed)
        }
        #expect(Int(scheduler.closedCount) == plan.units.count)
    }

    @Test("a class has the resources of its superclasses, and a rule's of any of its cases")
    func sources() throws {
        var base = FakeClass("M.Base", ["testA"])
        base.resources = ["db", "db"]
        var registry = try Registry.of([
            base, FakeClass("M.Heir", ["testB"], superclass: 0), FakeClass("M.Plain", ["testC", "testD"]),
        ])
        #expect(registry.resources.names == [0: ["db"], 1: ["db"]])
        let text = """
            {"tests": [{"match": "Plain/testD", "resources": ["port", "disk"]}], "resources": {"port": {"jobs": 3}}}
            """
        let file = try ConfigurationFile(path: "testkit.json", directory: nil, bytes: Array(text.utf8))
        let bundles = [BundleFile(path: "bundles/B.so", name: "B")]
        for setting in file.section.resources { registry.resources.jobs[setting.name] = setting.jobs }
        _ = CaseRules(file.section.tests, in: &registry, bundles)
        #expect(registry.resources.names == [0: ["db"], 1: ["db"], 2: ["disk", "port"]])
        #expect(["db", "disk", "port"].map(registry.resources.limit) == [1, 1, 3])
    }

    @Test("slots come at the end of their run group, and never more of them run than there are workers")
    func slots() throws {
        let (two, all) = ([TestCaseSlots.two], [TestCaseSlots.all])
        let (registry, plan) = try planned([
            Sketch(resources: all), Sketch(), Sketch(resources: two), Sketch(), Sketch(resources: two + ["db"]),
            Sketch(group: 2),
            Sketch(resources: ["slots=0"]), Sketch(resources: two + all),
        ])
        #expect(registry.resources.slots == [0: .max, 2: 2, 4: 2, 7: .max])
        #expect(registry.resources.names == [4: ["db"], 6: ["slots=0"]])
        let order = plan.units.map(\.classIndex)
        #expect(
            Set(order[..<3]) == [1, 3, 6] && Set(order[3..<5]) == [2, 4] && Set(order[5..<7]) == [0, 7] && order[7] == 5
        )
        let work = PlannedWork(plan, registry, jobs: 5)
        #expect(work.groupEnds == [3, 5, 7, 8] && work.limits == [1, 1, 2, 1])
        for (unit, index) in order.enumerated() {
            let limits = work.resources(of: UInt32(unit)).map { work.limits[$0] }
            #expect(limits.min() == [2: 2, 4: 1, 0: 1, 7: 1, 6: 1][index])
        }
        #expect(PlannedWork(plan, registry, jobs: 1).limits.isEmpty)
    }

    /// The resources that TestKit gives a name.
    private enum TestCaseSlots {
        static let two = "slots=2", all = "slots=all"
    }

    @Test("a rule states slots by pattern or tag; the largest of a class's cases counts")
    func slotRules() throws {
        var registry = try Registry.of([FakeClass("M.Plain", ["testC", "testD"]), FakeClass("M.Other", ["testE"])])
        // The example of docs/CONFIGURATION.md.
        let page = try String(contentsOfFile: Checkout.path("docs/CONFIGURATION.md"), encoding: .utf8)
        let example = try #require(page.firstMatch(of: #/```json\n(\{ "tests": .*"slots": .*)\n```/#)).1
        #expect(
            try ConfigurationFile(path: "testkit.json", directory: nil, bytes: Array(example.utf8)).section.tests.map(
                \.slots) == [.max, 2])
        let text =
            #"{"tests": [{"match": "Plain", "slots": 2}, {"match": "testD", "slots": 3}, {"match": "testE", "slots": "all"}]}"#
        let rules = try ConfigurationFile(path: "testkit.json", directory: nil, bytes: Array(text.utf8)).section.tests
        _ = CaseRules(rules, in: &registry, [BundleFile(path: "bundles/B.so", name: "B")])
        #expect(registry.resources.slots == [0: 3, 1: .max])
    }

    @Test("a limit of a resource that no class uses is reported where it looks like a slip")
    func slips() throws {
        var (registry, _) = try planned([Sketch(resources: ["database"])])
        registry.resources.jobs = ["databse": 2, "later": 3]
        #expect(
            registry.resources.remarks() == ["no test uses the resource 'databse'; did you mean 'database'?"])
    }

    @Test("a name that is none is left out, with a warning")
    func malformed() throws {
        var entry = FakeClass("M.A", ["testA"])
        entry.resources = [nil]
        let registry = try Registry.of([entry])
        #expect(registry.warnings.map(\.message) == ["'M.A': resource 0: expected text, got null"])
    }
}
