// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Libraries that bundles open themselves, and names by which the system's loader takes one file for another.
struct OpeningTests {
    /// Where the bundles are.
    private let directory: TemporaryDirectory

    /// Makes an empty directory.
    init() throws { directory = try TemporaryDirectory() }

    /// When and how a bundle opens something.
    struct Deed: Sendable, CustomTestStringConvertible {
        /// What the fixture is compiled with.
        let define: [String: String?]
        /// A name for the test's display.
        let testDescription: String

        /// Each kind that shows functions to all others.
        static let shown = ["AT_START", "IN_CASE"].flatMap { place in
            [
                Deed(define: [place: nil, "PROMOTES": nil], testDescription: "\(place), itself"),
                Deed(
                    define: [place: nil, "LIBRARY": "\"libopened.so\"", "MODE": "RTLD_NOW|RTLD_GLOBAL"],
                    testDescription: "\(place), a library"),
            ]
        }

        /// Whether it is a case that does it.
        var isInCase: Bool { define["IN_CASE"] != nil }
    }

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

    /// Makes a library that bundles open.
    private func makeLibrary(_ path: String, number: Int, options: [String] = []) throws {
        try CFixture.compile(
            "opening.c", to: path, in: directory, define: ["BARE": nil, "NUMBER": "\(number)"], options: options)
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

    @Test(
        "what a bundle shows to all others (RTLD_GLOBAL) takes no other bundle's functions' place",
        arguments: Deed.shown, ["worker", "class", "case"])
    func shown(deed: Deed, isolation: String) throws {
        try makeLibrary("libopened.so", number: 1)
        try make("First", number: 1, define: deed.define)
        try make("Second", number: 2)
        try make("Third", number: 3)
        for seed in ["1", "2"] {
            let report = try expectPassed(
                ["First", "Second", "Third"], ["--isolation", isolation, "--jobs", "1", "--seed", seed])
            let warned = report.entries.filter { $0.text.contains("(RTLD_GLOBAL)") }.map(\.identity)
            #expect(Set(warned) == (deed.isInCase ? ["First/First.OpensTests", "First/First.OpensLateTests"] : []))
        }
    }

    @Test(
        "each bundle that opens a library gets its own, and not one that another bundle has opened by that name",
        arguments: ["AT_START", "IN_CASE"], ["worker", "class", "case"])
    func equalNames(place: String, isolation: String) throws {
        for (name, number) in [("First", 1), ("Second", 2)] {
            let define = [place: nil, "LIBRARY": "\"libopened.so.1\"", "MODE": "RTLD_NOW"]
            try make(name, number: number, in: name, define: define)
            try makeLibrary("\(name)/libopened.so.1", number: number, options: ["-Wl,-soname,libopened.so.1"])
        }
        try make("Third", number: 3)
        for seed in ["1", "2"] {
            let report = try expectPassed(
                ["First", "Second", "Third"], ["--isolation", isolation, "--jobs", "1", "--seed", seed])
            #expect(!report.entries.contains { $0.text.contains("left its process changed") })
        }
    }

    @Test("a library of the system that a class opens adds nothing to its process")
    func ofSystem() throws {
        let define = ["IN_CASE": nil, "LIBRARY": "\"libm.so.6\"", "MODE": "RTLD_NOW|RTLD_GLOBAL"]
        try make("First", number: 1, define: define)
        let result = try Runner.run(["-v", "--no-state", "--jobs", "1", directory.path])
        #expect(result.status == 0)
        #expect(!result.output.contains("left its process changed"), "\(result.output)")
    }
}
