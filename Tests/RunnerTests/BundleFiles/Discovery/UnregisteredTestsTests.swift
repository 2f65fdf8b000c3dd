// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerBundleFiles

/// Symbols of methods that look like tests.
struct UnregisteredTestsTests {
    @Test(
        "methods with the names of cases are recognised",
        arguments: [
            "$s12StdlibSuites12UnicodeTestsC26testPatternsCaptureInTypesyyKF", "$s1M1AC4testyyF",
            "$s1M1AC7testAddyyYaF", "$s1M1AC7testAddyyYaKF", "$s1M4CartC04testB0yyF", "$s1M1AC13focus_testAddyyF",
        ])
    func tests(symbol: String) { #expect(UnregisteredTests.isTest(Array(symbol.utf8))) }

    @Test(
        "everything else is not",
        arguments: [
            "", "$s", "testAdd", "$s1M1AC7testAdd1xySi_tF", "$s1M1AV7testAddyyF", "$s1M1AC7prepareyyF",
            "$s7TestKit0A4CaseC7testAddyyF", "$s1M1AC7testAddSiyF", "$s1MC",
        ])
    func others(symbol: String) { #expect(!UnregisteredTests.isTest(Array(symbol.utf8))) }
}
