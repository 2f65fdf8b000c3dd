// SPDX-License-Identifier: MIT

/// The expected result of every case of the fixture bundles: the one table that all end-to-end tests use.
enum FixtureModel {
    /// The beginning of the reason of a case whose platform is not current.
    static let platformReason = "its platform "
    /// The reason of a case whose class does not support the platform, by its own code.
    static let refusalReason = "its suite does not support this platform (supportsCurrentPlatform)"

    /// Every bundle that is run by itself.
    static var all: [FixtureBundle] { [ordinary, failing, odd, focusedInC, rules, hooks, focus, hand] + deadly }

    // MARK: In C

    /// Everything passes.
    static let ordinary = FixtureBundle(
        name: "Ordinary",
        origin: .c("ordinary.c", [:]),
        cases: passing("Plain.SumTests", ["testAdds", "testCarries", "testNegates", "testOverflows"])
            + passing("Plain.TextTests", ["testJoins", "testSplits", "testTrims"])
            + passing("Plain.TextTests", ["plain", "two words", "a/b", "[x]"].map { "outlineTestReads[\($0)]" })
            + passing("Plain.ClockTests", ["testStarts", "testStops"])
            + passing("Plain.EarlyTests", ["testStarts", "testStops"], group: -1)
            + passing("Plain.LateTests", ["testStarts", "testStops"], group: 2)
    )

    /// As `ordinary`, but one example fails.
    static let failing: FixtureBundle = {
        var bundle = ordinary.named("Failing")
        bundle.origin = .c("ordinary.c", ["FAILS": nil])
        for index in bundle.cases.indices where bundle.cases[index].name.hasSuffix("[two words]") {
            bundle.cases[index].outcome = .failed
            bundle.cases[index].says = "expected two words, got one"
        }
        return bundle
    }()

    /// Reports in every way that a host has to expect.
    static let odd = FixtureBundle(
        name: "Odd",
        origin: .c("odd_reports.c", [:]),
        cases: [
            .init(name: "Odd.LateTests/testTellsNothing"),
            .unexpected("Odd.ReportTests/testFailsWithoutMessage", .failed, "an issue without a message was reported"),
            .unexpected(
                "Odd.ReportTests/testFailsSilently", .failed,
                "the bundle returned TESTKIT_FAILED without reporting an issue"),
            .unexpected(
                "Odd.ReportTests/testReturnsNonsense", .failed,
                "the bundle returned an unknown status (docs/ABI.md lists them)"),
            .unexpected(
                "Odd.ReportTests/testReportsUnknownKind", .failed,
                "an issue with the unknown kind 1000 was reported: of a kind to come"),
            .unexpected("Odd.ReportTests/testPassesWithIssue", .failed, "an error that went unnoticed"),
            .init(name: "Odd.ReportTests/testWarns", says: "warning: worth telling"),
            .ends("Odd.ReportTests/testTalksALot", .failed, "STARTmmm"),
            .ends("Odd.ReportTests/testTellsAll", .failed, "log: a remark"),
            .ends("Odd.OutputTests/testPrintsAndFails", .failed, "printed before it failed"),
            .init(name: "Odd.OutputTests/testPrintsAndPasses"),
            // As an identity has it: brackets in names are also escaped.
            .ends(
                #"Odd.\u{1B}\u{5B}31mTests/test\u{1B}\u{5B}2Jwipes\u{202E}"#, .failed, #"raw \u{1B}[31mred"#),
            .ends("Odd.SkipTests/testSkips", .skipped, "not on Tuesdays"),
            .ends("Odd.SkipTests/testSkipsSilently", .skipped, "no reason given"),
        ]
    )

    /// A focus in C.
    static let focusedInC = FixtureBundle(
        name: "Focused",
        origin: .c("focused.c", [:]),
        cases: [
            .init(name: "Focused.ExplicitTests/testFocused", isFocused: true),
            .init(name: "Focused.ExplicitTests/testOther"),
            .init(name: "Focused.OtherTests/testOne"),
            .init(
                name: "Focused.ImpossibleTests/testNever_macOS", outcome: .skipped, says: platformReason,
                isFocused: true),
        ]
    )

    /// Each way to end or hold up a worker, in each place.
    static let deadly: [FixtureBundle] = ["BODY", "BEGIN", "END"].flatMap { place in
        [
            ("crash", "was ended by SIGSEGV"), ("abort", "was ended by SIGABRT"), ("thread", "was ended by SIGSEGV"),
            ("raise", "was ended by SIGFPE"),
            ("exit", "ended the process with exit status 0"), ("_exit", "ended the process with exit status 0"),
            ("hang", "took longer than "),
        ].map { deadly(deed: $0, says: $1, place: place) }
    }

    /// One of them.
    ///
    /// Only the case or the class where it happens is lost.
    private static func deadly(deed: String, says: String, place: String) -> FixtureBundle {
        let victims = ["testBefore", "testDies", "testAfter"].map { name in
            var item = FixtureBundle.Case(name: "Deadly.VictimTests/\(name)")
            if place == "BODY", name == "testDies" {
                item.outcome = deed == "hang" ? .timedOut : .crashed
                item.says = says
                item.isUnexpected = true
            } else if place == "BEGIN" {
                item.outcome = .notRun
                item.says = "its class could not be set up"
            }
            return item
        }
        return FixtureBundle(
            name: "\(deed)-\(place)",
            origin: .c("deadly.c", ["DEED": "\"\(deed)\"", "PLACE": place]),
            cases: passing("Deadly.EarlierTests", ["testLives"]) + victims
                + passing("Deadly.LaterTests", ["testLives"]),
            abnormal: place == "BODY" ? [:] : ["Deadly.VictimTests": says]
        )
    }

    // MARK: In Swift

    /// One class or more for each rule.
    static let rules = FixtureBundle(
        name: "RuleSuites",
        origin: .swift,
        cases: passing(
            "RuleSuites.EffectTests",
            [
                "testPlain", "testThrows", "testThrowsItsOwn", "testWaits", "testWaitsAndThrows", "testOnMainActor",
                "testWaitsOnMainActor", "testOnOtherActor", "testConcurrent", "testNonsending", "testDeprecated",
                "testConditional", "testFromExtension",
            ]
        )
            + passing("RuleSuites.InheritingTests", ["testOwn", "testInherited", "testOverridden"])
            + passing("SharedSuites.SharedBase", ["testInherited", "testOverridden"])
            + passing("RuleSuites.Outer.NestedTests", ["testNested"])
            + passing("RuleSuites.ActorTests", ["testState", "testStateLater", "testAnywhere"])
            + passing("RuleSuites.OtherActorTests", ["testOnOtherActor"])
            + passing("RuleSuites.class", ["test it, (so)"])
            + passing("RuleSuites.FromDeclaredAbstract", ["testOfTheBase"])
            + passing("RuleSuites.FromSharedRoot", ["testUnderRoot"], group: 7)
            + passing("RuleSuites.RegistryTests", ["testLooksUp"])
            + failures
            + passing("RuleSuites.SuffixTests", ["testHere_Linux", "testOnWatch_Watch", "testAnywhere"])
            + passing("RuleSuites.OwnSuffix_Linux", ["testOfBase"])
            + passing("RuleSuites.CodeTests", ["testAllowed"])
            + unsupported
            + passing("RuleSuites.EarlyTests", ["testOne", "testTwo", "testThree"], group: -3)
            + passing("RuleSuites.LateTests", ["testLast"], group: 9)
    )

    /// Rules 5 and 6.
    private static let failures: [FixtureBundle.Case] = [
        .ends("RuleSuites.FailureTests/testAssertionFails", .failed, "expected 3, got 2"),
        .ends("RuleSuites.FailureTests/testRequirementFails", .failed, "expected true, got false"),
        .unexpected("RuleSuites.FailureTests/testThrowsWithoutAPlace", .failed, "unexpected error: FixtureError()"),
        .unexpected("RuleSuites.FailureTests/testThrowsAfterAPlace", .failed, "unexpected error: FixtureError()"),
        .ends("RuleSuites.FailureTests/testFailsThenThrows", .failed, "expected true, got false"),
        .unexpected("RuleSuites.FailureTests/testCrashes", .crashed, "Index out of range"),
        .unexpected("RuleSuites.FailureTests/testCrashesWithoutAPlace", .crashed, "no place is known"),
        .init(name: "RuleSuites.FailureTests/testPasses"),
        .ends("RuleSuites.FailureTests/testSkips", .skipped, "no such device"),
    ]

    /// Rules 10 and 11: what cannot run here.
    private static let unsupported: [FixtureBundle.Case] =
        [
            "SuffixTests/testThere_macOS", "SuffixTests/testOnPad_iPad", "Base_macOS/testOfBase",
            "InheritsSuffix/testOfBase",
            "NothingHere/testA_macOS", "NothingHere/testB_iPhone",
        ].map { .init(name: "RuleSuites." + $0, outcome: .skipped, says: platformReason) } + refused

    /// Rule 10: what says itself that it cannot run here.
    private static let refused: [FixtureBundle.Case] = ["CodeTests/testRefused", "RefusingTests/testNever"].map {
        .init(name: "RuleSuites." + $0, outcome: .skipped, says: refusalReason)
    }

    /// The cases of rule 4's table, group by group: one long sum is too much for the type checker.
    private static let hookCases: [FixtureBundle.Case] = {
        var cases = passing("HookSuites.CalmTests", ["testFirst", "testSecond"])
        for name in ["TearDownThrows", "ClassTearDownThrows"] { cases += passing("HookSuites." + name, ["testPasses"]) }
        cases += passing("HookSuites.WaitingHooks", ["testBetween"])
        cases += passing("HookSuites.CaseSetUpThrows", ["testLucky"])
        cases += passing("HookSuites.BodyThrows", ["testOther"])
        for name in ["SetUpThrows", "SetUpFails", "ClassSetUpThrows"] {
            cases.append(.ends("HookSuites.\(name)/testNever", .notRun, "its class could not be set up"))
        }
        return cases + [
            .unexpected("HookSuites.CaseSetUpThrows/testUnlucky", .failed, "(in the case's set-up)"),
            .unexpected("HookSuites.BodyThrows/testThrows", .failed, "unexpected error: HookError()"),
            .unexpected("HookSuites.CaseTearDownThrows/testPassesFirst", .failed, "(in the case's tear-down)"),
            .ends("HookSuites.SeveralFail/testFails", .failed, "the first of two"),
        ]
    }()

    /// Rule 4's table.
    static let hooks = FixtureBundle(
        name: "HookSuites",
        origin: .swift,
        cases: hookCases,
        abnormal: [
            "HookSuites.SetUpThrows": "HookError() (HookError) (in the test's set-up)",
            "HookSuites.SetUpFails": "expected true, got false (in the test's set-up)",
            "HookSuites.TearDownThrows": "HookError() (HookError) (in the test's tear-down)",
            "HookSuites.ClassSetUpThrows": "HookError() (HookError) (in the class's set-up)",
            "HookSuites.ClassTearDownThrows": "HookError() (HookError) (in the class's tear-down)",
        ]
    )

    /// Rules 7 to 9.
    static let focus = FixtureBundle(
        name: "FocusSuites",
        origin: .swift,
        cases: [
            "ExplicitTests/testChosen", "ClassTests/testOne", "ClassTests/testTwo", "InheritingFocus/testOne",
            "InheritingFocus/testTwo", "InheritingFocus/testThree", "FromSharedFocus/testUnderFocus",
            "NarrowTests/testNarrow",
        ].map { .init(name: "FocusSuites." + $0, isFocused: true) }
            + [
                "ExplicitTests/testNotChosen", "NarrowTests/testWide", "UnfocusedTests/testUnfocused",
                "ImpossibleTests/testHere",
            ]
            .map { .init(name: "FocusSuites." + $0) }
            + passing("SharedSuites.SharedBase", ["testInherited", "testOverridden"])
            + [
                .init(
                    name: "FocusSuites.ImpossibleTests/testThere_macOS", outcome: .skipped, says: platformReason,
                    isFocused: true)
            ]
    )

    /// Registered by hand.
    static let hand = FixtureBundle(
        name: "HandSuites",
        origin: .swift,
        cases: passing("HandSuites.HandTests", ["testSync", "testWaits"])
            + [.ends("HandSuites.HandTests/testFails", .failed, "as it should")]
    )

    /// Cases of a class that pass.
    static func passing(_ owner: String, _ names: [String], group: Int = 1) -> [FixtureBundle.Case] {
        names.map { .init(name: "\(owner)/\($0)", runGroup: group) }
    }
}
