// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Cases with parameters, and examples that may be anything, through a real bundle.
///
/// Rule 56.
struct TypedExampleTests {
    /// The verbose report of a run of some tests.
    private func report(_ names: String...) throws -> Report {
        let bundle = try SwiftFixtures.bundle("TypedSuites")
        return Report(try Runner.run(["--seed", "7", "-v", "--color", "never", bundle] + names).output)
    }

    /// Returns the report of a case.
    private func entry(_ report: Report, _ name: String) throws -> Report.Entry {
        try #require(report.outcomes.first { $0.identity.hasSuffix(".\(name)") }, "\(name) in \(report.entries)")
    }

    @Test("parameters take an example's values by name, or the whole item where there is one parameter")
    func parameters() throws {
        let report = try report()
        for name in [
            "TypedTests/outlineTestParses[one]", "TypedTests/outlineTestParses[two]",
            "TypedTests/outlineTestItem[whole]", "TypedTests/outlineTestLabels[all]",
            "TypedTests/parameterizedTestName[Ada]", "TypedTests/outlineTestPairs[x, y]",
            "PeopleTests/outlineTestDecodes[Ada]",
            "ScalarTests/outlineTestItem[1]", "ScalarTests/outlineTestItem[2.5]",
        ] {
            let found = try entry(report, name)
            #expect(found.kind == .passed, "\(found)")
        }
        func passed(_ part: String) -> Int {
            report.outcomes.count { $0.kind == .passed && $0.identity.contains(part) }
        }
        #expect(passed("outlineTestProduct[") == 6)
        #expect(passed("outlineTestZip[") == 2)
    }

    @Test(
        "a value of another type is a fault that names the place, the parameter, what it expects and what it got",
        arguments: [
            (
                "TypedTests/outlineTestParses[wrong type]",
                "the parameter 'number' of outlineTestParses expects a value of type Int, but in the example 'wrong type' "
                    + #"it is the text "three""#, "TypedTests.swift:"
            ),
            (
                "TypedTests/outlineTestParses[missing]",
                "the parameter 'number' of outlineTestParses expects a value of type Int, but in the example 'missing' "
                    + "it is missing; the example has 'text'", "TypedTests.swift:"
            ),
            ("TypedTests/outlineTestItem[list]", "it is an array", "TypedTests.swift:"),
            (
                "TypedTests/outlineTestUneven", "expected lists of one length: 'text' has 2, 'count' has 1",
                "TypedTests.swift:"
            ),
            (
                "PeopleTests/outlineTestDecodes[Alan]", #"age: expected Int, got the text "old""#,
                "typed-people.json, [1]"
            ),
            ("ScalarTests/outlineTestItem[three]", #"it is the text "three""#, "ScalarTests.json, [2]"),
        ]
    )
    func faults(name: String, says: String, place: String) throws {
        let found = try entry(report(name), name)
        #expect(found.kind == .failed)
        #expect(found.text.contains(says) && found.text.contains(place), "\(found)")
    }

    @Test("examples of checked types have names, values and places as others have, run alone, and are overridden")
    func checked() throws {
        let report = try report("CheckedTests", "MoreCheckedTests")
        let name = "TypedSuites/TypedSuites.CheckedTests"
        #expect(
            Set(report.outcomes.filter { $0.kind == .passed }.map(\.identity)) == [
                "\(name)/outlineTestParses[one]", "\(name)/outlineTestParses[two]",
                "\(name)/outlineTestAsyncLength[short]",
                "TypedSuites/TypedSuites.MoreCheckedTests/outlineTestParses[ten]",
                "TypedSuites/TypedSuites.MoreCheckedTests/outlineTestAsyncLength[short]",
            ])
        let wrong = try entry(report, "CheckedTests/outlineTestParses[wrong]")
        #expect(wrong.kind == .failed && wrong.text.contains(#"log: example: number: 4, text: "3""#), "\(wrong)")
        let twins = try entry(report, "CheckedTests/outlineTestTrims")
        #expect(twins.text.contains("two examples are named 'a': CheckedTests.swift:"), "\(twins)")
        let one = try self.report("CheckedTests/outlineTestParses[two]")
        #expect(one.outcomes.map(\.identity) == ["\(name)/outlineTestParses[two]"])
    }

    @Test("rule 27: overloads carry what distinguishes them in the source, and none is lost")
    func overloads() throws {
        let report = try report("OverloadTests", "OverridingTests")
        let bodies = [
            "OverloadTests/testRuns": "plain", "OverloadTests/testRuns()async": "asynchronous",
            "OverloadTests/testThrows": "throwing", "OverloadTests/testThrows()async": "asynchronous and throwing",
            "OverloadTests/testMore": "alone in the superclass",
            "OverloadTests/outlineTestItem(item:Int)[one]": "of a whole number",
            "OverloadTests/outlineTestItem(item:Double)[one]": "of a fraction",
            "OverloadTests/outlineTestItem(item:Int)async[one]": "of a whole number, asynchronous",
            "OverridingTests/testRuns": "plain", "OverridingTests/testRuns()async": "overridden",
            "OverridingTests/testThrows": "throwing", "OverridingTests/testThrows()async": "asynchronous and throwing",
            "OverridingTests/testMore": "alone in the superclass",
            "OverridingTests/testMore()async": "added in the subclass",
            "OverridingTests/outlineTestItem(item:Int)[one]": "of a whole number",
            "OverridingTests/outlineTestItem(item:Double)[one]": "of a fraction",
            "OverridingTests/outlineTestItem(item:Int)async[one]": "of a whole number, asynchronous",
        ]
        #expect(Set(report.outcomes.map(\.identity)) == Set(bodies.keys.map { "TypedSuites/TypedSuites.\($0)" }))
        #expect(report.outcomes.count == bodies.count)
        for (name, body) in bodies {
            let found = try entry(report, name)
            #expect(found.kind == .failed && found.text.contains("body: \(body)\n"), "\(found)")
        }
    }

    @Test("rule 17: an example whose values have no stable text is named by its place, in each process, by each seed")
    func nameless() throws {
        let bundle = try SwiftFixtures.bundle("TypedSuites")
        let types = [
            "outlineTestAddress[#1]": "Place", "outlineTestAddress[plain]": "String", "outlineTestAddress[#3]": "Place",
            "outlineTestEqual[#1]": "Token", "outlineTestEqual[plain]": "String", "outlineTestEqual[#3]": "Token",
            "outlineTestUnordered[#1]": "Set<Int>", "outlineTestUnordered[#2]": "Basket",
            #"outlineTestUnordered[["only": 1]]"#: "Dictionary<String, Int>",
            #"outlineTestText[""]"#: "String", "outlineTestText[#2]": "String", "outlineTestText[0xdeadbeef]": "String",
            "outlineTestText[#4]": "String", "outlineTestText[last]": "String",
        ]
        for arguments in [["--seed", "1"], ["--seed", "2", "--isolation", "case"]] {
            let (_, report) = try Runner.report(
                arguments + ["-v", "--no-state", "--color", "never", bundle, "NamelessTests"])
            #expect(report.outcomes.count == types.count)
            for (name, type) in types {
                let found = try entry(report, "NamelessTests/\(name)")
                #expect(found.kind == .failed && found.text.contains("this is \(type)\n"), "\(found)")
            }
        }
    }

    @Test("rule 20: a synchronous case named outlineTestAsync… ends when finish() is called")
    func waits() throws {
        let report = try report("TypedTests/outlineTestAsyncWaits")
        #expect(try entry(report, "TypedTests/outlineTestAsyncWaits[ends]").kind == .passed)
        let stays = try entry(report, "TypedTests/outlineTestAsyncWaits[stays]")
        #expect(stays.kind == .failed && stays.text.contains("finish() was not called"))
        // Nothing in it asserts: the case's declaration is its place.
        #expect(stays.text.contains("func outlineTestAsyncWaits(number: Int)"), "\(stays)")
    }

    @Test("items may be anything, wherever in a copied folder they lie, and a sub-suite selects all of its examples")
    func groups() throws {
        #expect(try report("AnythingTests").outcomes.map(\.kind) == Array(repeating: .passed, count: 6))
        func names(_ group: String) throws -> Set<Substring> {
            let found = try report("AnythingTests/outlineTestItem[\(group)]").outcomes
            return Set(found.map { $0.identity.drop { $0 != "[" } })
        }
        #expect(try names("s1") == ["[s1/flag]", "[s1/list]"])
        #expect(try names("s2") == ["[s2/only]"])
        #expect(try names("list") == ["[list]"])
    }

    @Test("the tree, JUnit and the page show the suite of an example")
    func nesting() throws {
        let directory = TemporaryDirectory()
        let (junit, page) = (directory.file("run.xml"), directory.file("run.html"))
        let bundle = try SwiftFixtures.bundle("TypedSuites")
        let tree = try Runner.listed(["--tree", "--color", "never", bundle])
        let place = try #require(tree.firstIndex { $0.hasSuffix("outlineTestItem  6 examples") }, "\(tree)")
        #expect(tree[place - 1].contains("TypedSuites.AnythingTests  1 case with 6 examples"))
        let below = tree[(place + 1)...].prefix(2).map { $0.drop { "│├└─ ".contains($0) } }
        #expect(below == ["s1  2 examples", "s2  1 example"], "\(tree)")
        try Runner.run(["--no-state", "--junit", junit, "--html", page, bundle, "AnythingTests"])
        let report = try String(contentsOfFile: junit, encoding: .utf8)
        let flag = try #require(report.range(of: "name=\"outlineTestItem[s1/flag]\""))
        let element = report[flag.upperBound...].prefix { $0 != "\u{1A}" }
        let end = try #require(element.range(of: "</testcase>"))
        #expect(element[..<end.lowerBound].contains("<property name=\"suite\" value=\"s1\"/>"))
        // The page makes its nodes of the examples' names.
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("\"s1/flag\""))
    }
}
