// SPDX-License-Identifier: MIT

import Testing

/// Rules 1 and 2: hierarchies of classes in every shape; nothing of them is silently not run.
struct HierarchyTests {
    /// How each case ends that a team would expect, by its class and name.
    private static let passing: Set<String> = [
        "LeafTests/testLeaf", "LeafTests/testOfAnotherFile",
        "EmptyTests/testPlain", "EmptyTests/testThrows", "EmptyTests/testAwaits", "EmptyTests/testAwaitsAndThrows",
        "EffectsTests/testPlain", "EffectsTests/testThrows", "EffectsTests/testAwaits",
        "EffectsTests/testAwaitsAndThrows",
        "SkippingTests/testPlain", "SkippingTests/testAwaits", "SkippingTests/testAwaitsAndThrows",
        "AliasTests/testInner", "AliasTests/testOwn",
        "RowsTests/outlineTestRow[own]", "SameRowsTests/outlineTestRow[base]",
        "ConcreteTests/testOfTheAbstract", "SameTests/testOfTheSuites", "BelowSameTests/testOfTheBases",
        "BelowSameTests/testOfAnotherModule",
        "OldTests/testOld", "HereTests/testSomewhere",
        "ActorTests/testPlain", "ActorTests/testThrows", "ActorTests/testAwaits", "ActorTests/testAwaitsAndThrows",
        "ActorTests/testOwn",
        "IntTests/testGeneric", "TextTests/testGeneric", "TextBase/testGeneric", "LawTests/testOwn",
        "Outer.DeepTests/testDeep", "Outer.DeepTests/testElse", "Outer.DeepTests/testOfAnExtension",
        "Outer.OtherFileTests/testInOtherFile", "ShapesTests/testCase",
    ]
    /// Those of the base module, which are in the bundle as well.
    private static let ofBases: Set<String> = [
        "CasesBase/testPlain", "CasesBase/testThrows", "CasesBase/testAwaits", "CasesBase/testAwaitsAndThrows",
        "Space.Inner/testInner", "RowsBase/outlineTestRow[base]", "SameTests/testOfTheBases",
        "SameTests/testOfAnotherModule",
        "OldBase/testOld",
    ]

    @Test("every case of every class runs once, under its name", arguments: ["worker", "case"])
    func all(isolation: String) throws {
        let bundle = try SwiftFixtures.bundle("HierarchySuites")
        let (result, report) = try Runner.report(["--color", "never", "--no-state", "--isolation", isolation, bundle])
        func names(_ kind: Report.Kind) -> [String] {
            report.entries.filter { $0.kind == kind }.map { String($0.identity.dropFirst("HierarchySuites/".count)) }
        }
        let expected =
            Self.passing.map { "HierarchySuites.\($0)" } + Self.ofBases.map { "HierarchyBases.\($0)" }
        #expect(names(.passed).sorted() == expected.sorted())
        #expect(names(.notRun) == ["HierarchySuites.NeverTests/testNever"])
        #expect(Set(names(.abnormal)) == ["HierarchySuites.NeverTests"])
        #expect(names(.failed).isEmpty && names(.crashed).isEmpty)
        #expect(
            names(.skipped).sorted() == [
                "HierarchyBases.ElsewhereBase/testSomewhere", "HierarchySuites.SkippingTests/testThrows",
                "HierarchySuites.ThereTests/testSomewhere",
            ])
        #expect(result.status == 1)
        // The traits of the first of three levels.
        let tagged = try Runner.listed(["--no-state", "--tag", "rooted", bundle])
        #expect(
            Set(tagged) == [
                "HierarchySuites/HierarchySuites.LeafTests/testLeaf",
                "HierarchySuites/HierarchySuites.LeafTests/testOfAnotherFile",
            ])
    }
}
