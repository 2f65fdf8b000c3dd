// SPDX-License-Identifier: MIT

import AdapterSupport
import XCTest

/// A subclass of `XCTestCase`, with the cases that it inherits.
final class XCTestClass: AdaptedClass {
    let name: String
    let cases: [AdaptedCase]
    var file: String? { cases.first { $0.file != nil }?.file }
    var line: Int { 0 }
    var title: String? { nil }
    var tags: [String] { [] }
    var resource: String? { nil }
    var identity: ForeignIdentity? { ForeignIdentity(text: name) }
    /// XCTest makes an instance for each case; only what the class sets up is for all of them.
    var isDivisible: Bool { !ClassHooks.areOverridden(by: type) }
    /// The class itself.
    private let type: XCTestCase.Type
    /// Where the set-up and the tear-down of a case are that may throw.
    private let setUp, tearDown: MethodPlaces.Place?
    /// The closures that call a case's method on an instance.
    private let closures: [XCTestCaseClosure]
    /// The instances that were made before the class was set up, by the case's index.
    private var instances: [Int: XCTestCase] = [:]

    /// A class and its cases, of which several may have one name; with a name where it is not the type's own.
    init(
        _ type: XCTestCase.Type, named name: String?, _ entries: [(String, XCTestCaseClosure)], _ places: MethodPlaces
    ) {
        self.type = type
        let owner = name ?? String(reflecting: type)
        self.name = owner
        cases = entries.map { entry in
            let place = places.place(of: entry.0, in: type)
            let line = place?.line ?? 0
            let identity = ForeignIdentity(text: "\(owner)/\(entry.0)()", line: line)
            return AdaptedCase(name: entry.0, file: place?.file, line: line, identity: identity)
        }
        closures = entries.map(\.1)
        setUp = places.place(ofHooks: ["setUp", "setUpWithError"], in: type)
        tearDown = places.place(ofHooks: ["tearDown", "tearDownWithError"], in: type)
    }

    func begin(_ activity: Activity) {
        activity.enter(TESTKIT_PHASE_CLASS_SET_UP)
        XCTestObserver.prepare(for: activity.host)
        // XCTest makes all instances before it runs anything: what they read of the class is not set up yet.
        if !isDivisible {
            XCTestObserver.observe(activity) { for index in cases.indices { instances[index] = instance(index) } }
        }
        SuiteObservers.suiteWillStart(String(describing: type))
        XCTestObserver.observe(activity) { type.setUp() }
    }

    func run(_ index: Int, example: Int?, _ activity: Activity) {
        // A case that runs again has a new one.
        let instance =
            instances.removeValue(forKey: index) ?? XCTestObserver.observe(activity) { self.instance(index) }
        XCTestObserver.observe(activity, running: instance) {
            XCTestObserver.enter(TESTKIT_PHASE_CASE_SET_UP, setUp)
            instance.run()
            // At once: what fails now is lost.
            LateReceiver.wait(for: activity.host)
            guard let run = instance.testRun else {
                return activity.report(TESTKIT_ISSUE_ERROR, "run() ran no test: it has to call super.run()")
            }
            let hasBeenSkipped = run.hasBeenSkipped
            if run.startDate == nil {
                return activity.skip("perform(_:) did not run it: it has to call super.perform(_:)")
            }
            // Reflection takes as long as an empty case, and few cases need it.
            guard hasBeenSkipped || XCTestResult.hasMeasurements(instance) else { return }
            let result = XCTestResult(of: instance)
            result.reportMeasurements(to: activity)
            if hasBeenSkipped { result.reportSkip(to: activity) }
        }
    }

    /// Makes the instance of a case.
    private func instance(_ index: Int) -> XCTestCase {
        let body = closures[index]
        if setUp == nil, tearDown == nil { return type.init(name: cases[index].name, testClosure: body) }
        return type.init(name: cases[index].name) { [tearDown] instance in
            XCTestObserver.enter(TESTKIT_PHASE_BODY, nil)
            do {
                try body(instance)
            } catch  where !(error is XCTSkip) {
                // XCTest reports it later.
                XCTestObserver.enter(TESTKIT_PHASE_CASE_TEAR_DOWN, tearDown, isAfterFailure: true)
                throw error
            }
            XCTestObserver.enter(TESTKIT_PHASE_CASE_TEAR_DOWN, tearDown)
        }
    }

    func end(_ activity: Activity) {
        instances = [:]
        activity.enter(TESTKIT_PHASE_CLASS_TEAR_DOWN)
        XCTestObserver.observe(activity) { type.tearDown() }
        SuiteObservers.suiteDidFinish()
    }
}
