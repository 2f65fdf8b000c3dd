// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerModel
@testable import RunnerExecution
@testable import Runner

/// The workers of classes that share resources.
///
/// Rule 68.
struct ResourceScheduleTests {
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

    /// The workers of each class, by its place among the sketches.
    private func workers(
        _ sketches: [Sketch], jobs: Int, limits: [String: Int] = [:], seed: UInt64 = 1
    ) throws -> [Int: Int?] {
        var (registry, plan) = try planned(sketches, seed: seed)
        registry.resources.jobs = limits
        let lanes = ResourceSchedule.workers(of: plan, registry, jobs: jobs)
        return Dictionary(
            uniqueKeysWithValues: zip(plan.units, lanes).map { unit, lane in (unit.classIndex, lane) })
    }

    @Test("classes of one resource are one worker's, and the others anybody's")
    func oneResource() throws {
        let sketches = [Sketch(resources: ["db"]), Sketch(), Sketch(resources: ["db"]), Sketch(resources: ["db"])]
        let workers = try workers(sketches, jobs: 4)
        #expect(workers[1] == .some(nil))
        #expect(Set([0, 2, 3].map { workers[$0] ?? nil }) == [0])
    }

    @Test("different resources are different workers'")
    func differentResources() throws {
        let workers = try workers([Sketch(resources: ["db"]), Sketch(resources: ["port"])], jobs: 2)
        #expect(Set(workers.values) == [0, 1])
    }

    /// How many workers the classes of each resource have in a run group.
    private func widths(
        _ sketches: [Sketch], _ workers: [Int: Int?], group: Int32 = 1
    ) -> [String: Int] {
        var lanes: [String: Set<Int?>] = [:]
        for (index, sketch) in sketches.enumerated() where sketch.group == group {
            for name in sketch.resources { lanes[name, default: []].insert(workers[index] ?? nil) }
        }
        return lanes.mapValues(\.count)
    }

    @Test("a resource with more jobs has as many workers, and one with as many as the run is anybody's")
    func limits() throws {
        let sketches = Array(repeating: Sketch(resources: ["net"]), count: 6)
        let two = try workers(sketches, jobs: 4, limits: ["net": 2])
        #expect(widths(sketches, two) == ["net": 2])
        #expect(two.values.contains(nil) == false)
        #expect(try workers(sketches, jobs: 4, limits: ["net": 4]).isEmpty)
        #expect(try workers(sketches, jobs: 1).isEmpty)
    }

    @Test("every limit holds, however classes share resources", arguments: 1...40 as ClosedRange<UInt64>)
    func everyLimitHolds(seed: UInt64) throws {
        var random = SeededNumbers(state: seed)
        let names = ["a", "b", "c", "d", "e"]
        let limits = Dictionary(uniqueKeysWithValues: names.map { ($0, Int.random(in: 1...5, using: &random)) })
        let sketches = (0..<30).map { _ in
            Sketch(
                resources: names.filter { _ in Int.random(in: 0...3, using: &random) == 0 },
                caseCount: Int.random(in: 1...4, using: &random), group: Int32.random(in: 1...3, using: &random))
        }
        let jobs = Int.random(in: 2...6, using: &random)
        let workers = try workers(sketches, jobs: jobs, limits: limits, seed: seed)
        #expect(workers.values.allSatisfy { ($0 ?? 0) < jobs })
        for group in 1...3 as ClosedRange<Int32> {
            for (name, width) in widths(sketches, workers, group: group) where limits[name] ?? 1 < jobs {
                #expect(width <= limits[name] ?? 1, "\(name) in run group \(group)")
            }
        }
        // A class that uses nothing scarce waits for nobody.
        for (index, sketch) in sketches.enumerated() where sketch.resources.allSatisfy({ limits[$0] ?? 1 >= jobs }) {
            #expect(workers[index] ?? nil == nil)
        }
    }

    /// Numbers that a seed decides.
    private struct SeededNumbers: RandomNumberGenerator {
        /// What they follow from.
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test("large clusters come first, so that the workers have equally much to do")
    func balance() throws {
        let sketches = [
            Sketch(resources: ["a"], caseCount: 2), Sketch(resources: ["b"], caseCount: 6),
            Sketch(resources: ["c"], caseCount: 3), Sketch(resources: ["d"], caseCount: 1),
        ]
        let workers = try workers(sketches, jobs: 2)
        let large = workers[1] ?? nil
        #expect([0, 2, 3].allSatisfy { workers[$0] != large })
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

    @Test(
        "a wrong limit is refused with its place",
        arguments: [
            (#"{"resources": {"db": 2}}"#, "1:22: the resource 'db': expected an object, got a number"),
            (#"{"resources": {"db": {}}}"#, "1:22: the resource 'db': needs 'jobs'"),
            (#"{"resources": {"db": {"jobs": 0}}}"#, "1:31: jobs: expected a number from 1 to 256, got 0"),
            (#"{"resources": {"db": {"job": 1}}}"#, "unknown key 'job'; did you mean 'jobs'?"),
            (#"{"resources": {"": {"jobs": 1}}}"#, "1:16: resources: a resource needs a name"),
            (#"{"tests": [{"match": "a", "resources": "db"}]}"#, "1:40: resources: expected an array of names"),
            (#"{"tests": [{"match": "a", "resources": [""]}]}"#, "1:41: resources: expected a name"),
        ])
    func wrongLimits(text: String, message: String) {
        let error = #expect(throws: ConfigurationFault.self) {
            try ConfigurationFile(path: "testkit.json", directory: nil, bytes: Array(text.utf8))
        }
        #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("a limit of a resource that no class uses is told where it looks like a slip")
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
