// SPDX-License-Identifier: MIT

import Testing

/// Every fixture bundle does what the model says, for more than one order.
///
/// Rule 32.
struct ModelTests {
    /// Where the files of a test are.
    private let directory = TemporaryDirectory()

    @Test("a run comes to what the model says, whatever shares a process", .long, arguments: FixtureModel.all)
    func run(bundle: FixtureBundle) throws {
        let path = try bundle.make(in: directory)
        for options in [["--seed", "1"], ["--seed", "2"], ["--isolation", "class"], ["--isolation", "case"]] {
            let words = ["-v", "--timeout", try bundle.timeout()] + options
            bundle.expectMatch(try Runner.run(words + [path]).exiting(bundle.exitCode).report)
        }
    }

    @Test("a list is what the model says would run", arguments: FixtureModel.all)
    func list(bundle: FixtureBundle) throws {
        let result = try Runner.run(["--list", try bundle.make(in: directory)]).exiting(0)
        #expect(result.lines.sorted() == bundle.planned.sorted())
    }

    @Test("all bundles together, in parallel, come to what each comes to alone")
    func together() throws {
        let bundles = FixtureModel.all
        let paths = try bundles.map { try $0.make(in: directory) }
        let limits = try bundles.filter(\.isHanging).map { "\"\($0.name)\": {\"timeout\": \(try $0.timeout())}" }
        let text = "{\"bundles\": {\(limits.joined(separator: ", "))}}"
        let configuration = try directory.write(Array(text.utf8), to: "limits.json")
        let (result, report) = try Runner.report(
            ["--focus", "bundle", "--config", configuration, "--jobs", "4"] + paths)
        for bundle in bundles { bundle.expectMatch(report) }
        #expect(result.status == 1)
        #expect(report.outcomes.count == bundles.reduce(0) { $0 + $1.expectedOutcomes })
    }
}

extension FixtureBundle {
    /// How many outcomes a report of it has: focus leaves some out.
    fileprivate var expectedOutcomes: Int { planned.count + cases.count { !$0.isPlanned } }
}
