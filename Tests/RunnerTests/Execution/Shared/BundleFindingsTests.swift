// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// The findings from opening the bundles.
struct BundleFindingsTests {
    @Test("the first fault of a bundle stays")
    func firstFault() {
        var findings = BundleFindings(count: 2)
        let isFirst = findings.exclude(1, LoadFault(received: .died, "first"))
        #expect(isFirst)
        let isSecond = findings.exclude(1, LoadFault(received: .hung, "second"))
        #expect(!isSecond)
        #expect(findings.faults[1]?.reason == "first" && findings.excluded.contains(1) && !findings.isAllExcluded)
    }

    @Test("a bundle that there is none of is not believed", arguments: [-1, 2, .max])
    func noSuchBundle(index: Int) {
        var findings = BundleFindings(count: 2)
        let isTaken = findings.exclude(index, LoadFault(received: .died, ""))
        #expect(!isTaken && findings.faults.isEmpty)
        let place = ExamplePlace(bundle: UInt32(clamping: max(2, index)), classIndex: 0, ownerIndex: 0, caseIndex: 0)
        let fault = ExampleFault(issue: Issue(kind: .crash, message: ""), output: nil)
        let isCaseTaken = findings.exclude(examplesOf: place, fault)
        #expect(!isCaseTaken)
    }

    @Test("a garbled listing takes its bundle out or all")
    func garbledListing() {
        var findings = BundleFindings(count: 3)
        findings.excludeGarbled(1)
        #expect(findings.faults.keys.sorted() == [1])
        findings.excludeGarbled(nil)
        #expect(findings.isAllExcluded)
    }
}
