// SPDX-License-Identifier: MIT

extension FixtureModel {
    /// A package of XCTest and Swift Testing: how each case and argument ends, as the frameworks say.
    static let shop = FixtureBundle(
        name: "OtherFrameworksPackageTests", origin: .swift, cases: shopXCTest + shopTesting,
        abnormal: [
            "ShopSwiftTests.UnshelvedTests": "closed",
            "ShopSwiftTests.BrokenShelfTests": "the shelf broke",
            "ShopSwiftTests.RoundsTests": "in round 2 of the suite, in failsInTheSecondRound()",
            "ShopSwiftTests.DustyTests": "the shelf is dusty",
        ])

    /// XCTest's cases.
    private static let shopXCTest: [FixtureBundle.Case] =
        [
            passing("ShopTests.BaseTests", ["testInherited"]),
            passing("ShopTests.DerivedTests", ["testInherited", "testOwn"]),
            passing("ShopTests.FailingHookTests", ["testFine"]),
            passing("ShopTests.OutcomeTests", ["testPasses"]),
            passing("ShopTests.EarlyTests", ["testIsMadeBeforeTheClassIsSetUp"]),
            passing("ShopTests.WaitingTests", ["testIsFulfilled", "testAsyncIsFulfilled", "testRunsOnTheMainActor"]),
            passing(
                "ShopTests.PlaceTests",
                [
                    "testBundleMain", "testResource", "testArguments", "testFilePath", "testOutputIsAPipe",
                ]),
            passing("ShopTests.ObservedTests", ["testIsObserved"]),
            passing("ShopTests.FirstTillTests", ["testOpens"]),
            passing("ShopTests.SecondTillTests", ["testOpens"]),
        ].flatMap(\.self) + [
            .ends(
                "ShopTests.HookTests/testCalls", .failed,
                "class setUp, async setUp, setUpWithError, setUp, body, second block, first block, tearDown"),
            .ends("ShopTests.FailingHookTests/testSetUpThrows", .failed, "LifeTests.swift:35 (last known)"),
            .ends("ShopTests.FailingHookTests/testSetUpSkips", .skipped, "closed on Sundays"),
            .ends("ShopTests.FailingHookTests/testTearDownThrows", .failed, "LifeTests.swift:39 (last known)"),
            .ends("ShopTests.OutcomeTests/testFails", .failed, "one is not two"),
            .ends("ShopTests.OutcomeTests/testFailsTwice", .failed, "second"),
            .ends("ShopTests.OutcomeTests/testStops", .failed, "the only one"),
            .ends("ShopTests.OutcomeTests/testThrows", .failed, "closed"),
            .ends("ShopTests.OutcomeTests/testSkips", .skipped, "not today"),
            .ends("ShopTests.OutcomeTests/testSkipsOnCondition", .skipped, "the condition holds"),
            .ends("ShopTests.OutcomeTests/testSkipsWithoutWords", .skipped, "required true value but got false"),
            .ends("ShopTests.IdleTests/testNothing", .failed, "run() ran no test"),
            .ends("ShopTests.OutcomeTests/testCrashes", .crashed, "about to crash"),
            .ends("ShopTests.WaitingTests/testIsNotFulfilled", .failed, "never"),
            .init(name: "ShopTests.MeasuringTests/testMeasures", says: "log: measured [time, seconds]: average 0.0"),
        ]

    /// Swift Testing's tests; an argument that has no stable text goes by its place.
    private static let shopTesting: [FixtureBundle.Case] =
        [
            passing("ShopSwiftTests.PriceTests", ["adds", "tagged"]),
            passing("ShopSwiftTests.PriceTests.Nested", ["deep"]),
            passing(
                "ShopSwiftTests.ArgumentTests",
                [
                    "fruit(name:)[\"apple\"]", "fruit(name:)[\"a/b\"]", "pairs(number:text:)[1, \"x\"]",
                    "pairs(number:text:)[1, \"y\"]", "pairs(number:text:)[2, \"x\"]", "pairs(number:text:)[2, \"y\"]",
                    "unordered(colour:)[\"red\"]", "unordered(colour:)[\"blue\"]", "unordered(colour:)[\"white\"]",
                    "unordered(colour:)[\"black\"]",
                ]),
            passing(
                "ShopSwiftTests.NamelessTests",
                [
                    "addresses(tray:)[#1]", "addresses(tray:)[#2]", "equal(number:)[#1]", "equal(number:)[#3]",
                    "unordered(numbers:)[#1]",
                ]),
            passing("ShopSwiftTests.MainActorTests", ["isOnTheMainThread"]),
            passing("ShopSwiftTests.ActorTests", ["counts"]),
            passing("ShopSwiftTests.SuiteTests.swift", ["free"]),
            passing("ShopSwiftTests.ExitTests", ["exits"]),
            passing("ShopSwiftTests.RuinTests", ["fine"]),
            passing("ShopSwiftTests.ScopedTests", ["first", "second", "argument(content:)[\"apples\"]"]),
            passing("ShopSwiftTests.ScopedTests.Inner", ["third"]),
            passing("ShopSwiftTests.BrokenShelfTests", ["fine"]),
            passing("ShopSwiftTests.RoundsTests", ["failsInTheSecondRound"]),
            passing("ShopSwiftTests.FilteredTests", ["throwsAnError"]),
            passing("ShopSwiftTests.DustyTests", ["runs"]),
            passing("ShopSwiftTests.OnceTests", ["isSetUpOnce(number:)"]),
            passing("ShopSwiftTests.LockTests.First", ["one"]),
            passing("ShopSwiftTests.LockTests.Second", ["two"]),
            passing("ShopSwiftTests.HeavyTests", ["inherits", "isQuicker", "named", "cancelsOne(number:)[2]"]),
        ].flatMap(\.self) + [
            .ends("ShopSwiftTests.PriceTests/operands", .failed, "one is not two"),
            .ends("ShopSwiftTests.PriceTests/throwsAnError", .failed, "closed"),
            .ends("ShopSwiftTests.PriceTests/disabled", .skipped, "out of stock"),
            .ends("ShopSwiftTests.PriceTests/condition", .skipped, "never"),
            .init(name: "ShopSwiftTests.PriceTests/known", says: "a long story"),
            .ends("ShopSwiftTests.PriceTests/confirms", .failed, "twice"),
            .init(name: "ShopSwiftTests.PriceTests/attaches", says: "note.txt"),
            .ends("ShopSwiftTests.PriceTests/crashes", .crashed, ""),
            .ends("ShopSwiftTests.ArgumentTests/fruit(name:)[\"pear\"]", .failed, "pear"),
            .ends("ShopSwiftTests.ArgumentTests/unordered(colour:)[\"green\"]", .failed, "colour green"),
            .ends("ShopSwiftTests.NamelessTests/equal(number:)[2]", .failed, "number == 1"),
            .ends("ShopSwiftTests.NamelessTests/unordered(numbers:)[[1]]", .failed, "== 9"),
            // A test that ends the listing process costs only itself.
            .ends("ShopSwiftTests.RuinTests/trait", .crashed, "the address book is closed"),
            .ends("ShopSwiftTests.RuinTests/source(number:)", .crashed, "there are no numbers"),
            .ends("ShopSwiftTests.RuinedSuite/one", .crashed, "the address book is closed"),
            .ends("ShopSwiftTests.RuinedSuite.Inner/two", .crashed, "the address book is closed"),
            .ends("ShopSwiftTests.ShopSwiftTests/ruined", .crashed, "the address book is closed"),
            .ends("ShopSwiftTests.ScopedTests/fails", .failed, "apples"),
            .ends("ShopSwiftTests.ScopedTests/argument(content:)[\"pears\"]", .failed, "apples"),
            .ends("ShopSwiftTests.UnshelvedTests/never", .notRun, "could not be set up"),
            .ends("ShopSwiftTests.VapourTests/isNoIssue", .failed, "Known issue was not recorded"),
            .ends("ShopSwiftTests.HeavyTests/cancels", .skipped, "enough"),
            .ends("ShopSwiftTests.HeavyTests/cancelsOne(number:)[1]", .skipped, "one is enough"),
        ]
}
