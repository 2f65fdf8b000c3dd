// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Libraries that bundles open themselves, and names by which the system's loader takes one file for another.
struct OpeningTests {
    /// Where the bundles are.
    private let directory: TemporaryDirectory

    /// Makes an empty directory.
    init() throws { directory = try TemporaryDirectory() }

    /// Makes a bundle of a name and a number, with its library beside it.
    @discardableResult
    private func make(
        _ name: String, number: Int, in place: String = "", define: [String: String?] = [:], options: [String] = []
    ) throws -> String {
        if !place.isEmpty { try directory.makeDirectory(place) }
        let prefix = place.isEmpty ? "" : place + "/"
        return try CFixture.compile(
            "opening.c", to: prefix + name + ".so", in: directory,
            define: define.merging(["NAME": "\"\(name)\"", "NUMBER": "\(number)"]) { own, _ in own },
            options: ["-Wl,-rpath,$ORIGIN"] + options)
    }

    /// Runs all, and expects that each case of some bundles has passed.
    private func expectPassed(_ names: [String], _ options: [String]) throws -> Report {
        let result = try Runner.run(["-v", "--no-state", "--recursive"] + options + [directory.path])
        let report = Report(result.output)
        let expected = names.flatMap { name in
            ["CallsTests/testCalls", "CallsTests/testLooks", "OpensLateTests/testOpens", "OpensTests/testOpens"]
                .map { "\(name)/\(name).\($0)" }
        }
        let passed = report.outcomes.filter { $0.kind == .passed }.map(\.identity)
        #expect(passed.sorted() == expected.sorted(), "\(result.output)")
        #expect(result.status == 0, "\(result.output)")
        return report
    }

    @Test(
        "a bundle whose soname is another one's path is not run in its place", arguments: ["worker", "class", "case"])
    func soname(isolation: String) throws {
        let victim = directory.file("Second.so")
        try make("First", number: 1, options: ["-Wl,-soname,\(victim)"])
        try make("Second", number: 2)
        for jobs in ["1", "2"] {
            _ = try expectPassed(["First", "Second"], ["--isolation", isolation, "--jobs", jobs])
        }
    }

    @Test("in one process for all, a bundle for which another one is taken is a fault that says why")
    func sonameInOneProcess() throws {
        let victim = directory.file("Second.so")
        let first = try make("First", number: 1, define: ["GROUP": "0"], options: ["-Wl,-soname,\(victim)"])
        try make("Second", number: 2)
        let result = try Runner.run(["-v", "--no-state", "--isolation", "none", directory.path])
        let report = Report(result.output)
        #expect(report.faults.map(\.identity) == ["Second"], "\(result.output)")
        #expect(report.faults.first?.reason.contains("the system's loader took \(first) for it") == true)
        let passed = report.outcomes.filter { $0.kind == .passed }
        #expect(passed.count == 4 && passed.allSatisfy { $0.identity.hasPrefix("First/") }, "\(result.output)")
        #expect(result.status == 4)
    }
}
