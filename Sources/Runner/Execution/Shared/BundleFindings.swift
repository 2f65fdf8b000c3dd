// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport

/// A source of examples that ended or blocked the worker that was reading them.
struct ExampleFault {
    /// The issue to report for the case.
    let issue: Issue
    /// The output of the source, including the runtime's crash report.
    let output: String?
}

/// The findings from opening the bundles: bundles that cannot be used, and cases whose examples cannot be read.
public struct BundleFindings {
    /// The number of bundles.
    let count: Int
    /// The bundles that cannot be used, by file index, and why.
    public private(set) var faults: [Int: LoadFault] = [:]
    /// The same bundles.
    public private(set) var excluded: BundleSet = []
    /// The cases whose examples ended or blocked the worker that was reading them.
    private(set) var failedExamples: [ExamplePlace: ExampleFault] = [:]

    /// The bundles in which something is left to the system that the seed was to decide.
    public var unseeded: [Chance.Obstacle: BundleSet] = [:]
    /// The libraries that the bundles brought in when they were listed.
    var libraries: [LoadedDependency] = []
    /// The times that test executables took to open and to list, in nanoseconds, by file index.
    var openings: ByBundle<UInt64> = [:]
    /// The listing of the bundles.
    public var listing = KeptListing()
    /// The reports that belong to no running case.
    var late = LateReports()
    /// Whether it was reported that output of tests was lost.
    var hasLostOutput = false
    /// The reason why no worker could be started, if that cut the loading short.
    public var shortage: Issue?

    /// The bundles whose tests processes had run that were delayed when they were leaving, for each such process.
    private var hung: [BundleSet] = []

    /// Nothing is found yet.
    init(count: Int) { self.count = count }

    /// Whether no bundle can be used.
    var isAllExcluded: Bool { faults.count == count }

    /// Whether a process that had run tests of the same bundles was delayed when it was leaving; false for none.
    ///
    /// Of the same and no others: the next one may be delayed by another bundle, which is to be reported as well.
    func haveHung(_ bundles: BundleSet) -> Bool { !bundles.isEmpty && hung.contains(bundles) }

    /// Notes that a process that had run tests of some bundles was delayed when it was leaving; whether that is new.
    mutating func noteHung(_ bundles: BundleSet) -> Bool {
        if haveHung(bundles) { return false }
        hung.append(bundles)
        return true
    }

    /// Returns a copy whose tables use the hash key of this process.
    func rehashed() -> BundleFindings {
        var findings = self
        (findings.faults, findings.failedExamples) = (faults.rehashed(), failedExamples.rehashed())
        findings.unseeded = unseeded.rehashed()
        return findings
    }

    /// Excludes a bundle from the run; the first fault stays.
    ///
    /// - Returns: False if it was excluded already, or does not exist.
    @discardableResult
    mutating func exclude(_ bundle: Int, _ fault: LoadFault) -> Bool {
        guard (0..<count).contains(bundle), faults[bundle] == nil else { return false }
        faults[bundle] = fault
        excluded.insert(bundle)
        return true
    }

    /// Excludes a bundle with an invalid listing; all bundles if the culprit is unknown.
    public mutating func excludeGarbled(_ bundle: Int?) {
        let fault = LoadFault(.garbledListing)
        if let bundle {
            exclude(bundle, fault)
        } else {
            for index in 0..<count { exclude(index, fault) }
        }
    }

    /// Excludes a case whose examples cannot be read.
    ///
    /// - Returns: False if that is known already, or there is no such bundle.
    mutating func exclude(examplesOf place: ExamplePlace, _ fault: ExampleFault) -> Bool {
        guard place.bundle < count, failedExamples[place] == nil else { return false }
        failedExamples[place] = fault
        return true
    }

    /// The cases whose examples could not be read, and why, by registry index.
    public func exampleFaults(in registry: Registry) -> [UInt32: String] {
        var faults: [UInt32: String] = [:]
        if failedExamples.isEmpty { return faults }
        for (index, entry) in registry.cases.enumerated() {
            let owner = registry.classes[entry.classIndex]
            let place = ExamplePlace(
                bundle: UInt32(owner.bundle), classIndex: owner.index, ownerIndex: entry.ownerIndex,
                caseIndex: entry.index)
            if let fault = failedExamples[place] { faults[UInt32(index)] = fault.issue.message }
        }
        return faults
    }
}
