// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Swift Testing's assertions in TestKit's cases, through real bundles: each failure is its own case's.
///
/// Rule 50.
struct ForeignAssertionTests {
    /// How the cases of both bundles end.
    @Test(
        "#expect and #require fail the case that runs, whichever bundle has the process's one handler", .swift63,
        arguments: [["-j", "1"], ["-j", "1", "--isolation", "case"]]
    )
    func outcomes(options: [String]) throws {
        for bundles in [["TestingSuites", "MoreTestingSuites"], ["MoreTestingSuites", "TestingSuites"]] {
            let paths = try bundles.map { try SwiftFixtures.bundle($0) }
            let (result, report) = try Runner.report(["--seed", "3", "-v", "--color", "never"] + options + paths)
            #expect(result.status == 1)
            func entry(_ name: String) -> Report.Entry? { report.outcomes.first { $0.identity.hasSuffix(name) } }
            for (name, text) in [
                ("ExpectTests/testExpects", "Expectation failed: (plusOne(2) → 3) == 4"),
                ("ExpectTests/testRequires", "Expectation failed: (plusOne(1) → 2) == 3"),
                ("ExpectTests/testRecords", "by hand"),
                ("ExpectTests/testElsewhere", "Expectation failed: (plusOne(2) → 3) == 7"),
                ("OtherTests/testExpects", "Expectation failed: (sum → 2) == 3"),
            ] {
                let found = try #require(entry(name), "\(result.output)")
                #expect(found.kind == .failed && found.text.contains(text), "\(found)")
                #expect(found.text.contains("Tests.swift:"), "\(found)")
            }
            // The excerpt of the source shows the next line; no message of its own may come from there.
            #expect(entry("ExpectTests/testRequires")?.details.contains { $0.hasPrefix("went on") } == false)
            #expect(entry("ExpectTests/testRequires")?.text.contains("unexpected error") == false)
            for name in ["testHolds", "testIsKnown", "testIsKnownToThem"] {
                #expect(entry("ExpectTests/\(name)")?.kind == .passed, "\(result.output)")
            }
            for name in ["testHolds", "testIsKnown"] {
                #expect(entry("OtherTests/\(name)")?.kind == .passed, "\(result.output)")
            }
        }
    }

    @Test("XCTest's assertions fail the case that runs", arguments: ["worker", "class", "case", "none"])
    func xctest(isolation: String) throws {
        let bundle = try SwiftFixtures.bundle("XCTestSuites")
        let (result, report) = try Runner.report(["--color", "never", "--no-state", "--isolation", isolation, bundle])
        #expect(result.status == 1)
        func entries(_ name: String) -> [Report.Entry] {
            report.entries(about: "XCTestSuites/XCTestSuites.BorrowedTests" + name)
        }
        for (name, text) in [
            ("testEqual", #"XCTAssertEqual failed: ("2") is not equal to ("3") - the sum"#),
            ("testUnwraps", "XCTUnwrap failed: expected non-nil value"), ("testElsewhere", "failed - on a queue"),
            ("testAwaits", "XCTAssertTrue failed - in a task"),
        ] {
            let found = entries("/" + name)
            #expect(found.map(\.kind) == [.failed], "\(result.output)")
            #expect(found.first?.text.contains(text) == true, "\(found)")
            #expect(found.first?.text.contains("BorrowedTests.swift:") == true, "\(found)")
            #expect(found.first?.text.contains("unexpected error") == false, "\(found)")
        }
        #expect(entries("/testHolds").map(\.kind) == [.passed])
        #expect(entries("/testIsKnown").map(\.kind) == [.passed])
        #expect(entries("/testSkips").map(\.kind) == [.skipped])
        #expect(entries("/testSkips").first?.reason == "not today")
        // Each process of a case tears the test down.
        #expect(entries("").contains { $0.kind == .abnormal && $0.text.contains("XCTAssertNil failed") })
    }
}
