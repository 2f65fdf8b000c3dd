// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The bundle as the contract's functions use it: the registered classes, the host, and the class that runs.
///
/// The host calls it on the main thread only, one call at a time.
///
/// Rule 55.
@MainActor
final class BundleExporter {
    /// The suites that the bundle's modules registered.
    let collector: SuiteCollector
    /// The host, from connect on.
    private(set) var host: HostConnection?
    /// The descriptors, from the first question on.
    private lazy var descriptors = BundleDescriptors(of: collector)
    /// The examples of the parameterised cases, read at their first use.
    private(set) lazy var examples = ExampleStore(collector)
    /// The traits that classes state.
    private(set) lazy var traits = SuiteTraits(collector)
    /// The class between begin and end.
    @exclusivity(unchecked) private var live: LiveClass?

    /// The activity that was made last.
    @exclusivity(unchecked) private var spare: Activity?
    /// The results of that class so far; kept only while an observer exists.
    private var result = TestEvent.Result()

    /// The bundle of the registered classes.
    init(_ collector: SuiteCollector) { self.collector = collector }

    /// Takes the host, or says why it does not fit.
    ///
    /// - Returns: The reason, valid until the process ends.
    func connect(_ candidate: UnsafePointer<testkit_host>?) -> UnsafePointer<CChar>? {
        if let refusal = refusal(of: candidate) { return refusal.cString }
        let faults = collector.lineage.faults
        return faults.isEmpty ? nil : UnsafePointer(strdup(faults.joined(separator: "; ")))
    }

    /// Takes the host, or says why it does not fit.
    private func refusal(of candidate: UnsafePointer<testkit_host>?) -> StaticString? {
        guard let candidate else { return "the host is null" }
        guard candidate.pointee.magic == TESTKIT_MAGIC else { return "the host's magic number is not TKB1" }
        guard candidate.pointee.struct_size >= UInt32(MemoryLayout<testkit_host>.size) else {
            return
                "the runner is older than the bundle's TestKit (its struct_size is too small); build the bundle with the runner's TestKit"
        }
        guard candidate.pointee.abi_major == UInt16(TESTKIT_ABI_MAJOR) else {
            return
                "expected a host of ABI 1, got another major version; build the bundle again with the runner's TestKit"
        }
        let connection = HostConnection(host: candidate)
        host = connection
        spare = nil
        HostConnection.current = connection
        MainThread.noteCurrent()
        _ = TemporaryDirectory.hostPrefix
        connection.provideOrigins()
        ForeignIssue.listen(to: connection)
        ForeignAssertions.check(connection, bundleAt: UInt(bitPattern: collector.address))
        return nil
    }

    /// The number of classes.
    var classCount: Int { collector.classes.count }

    /// The descriptor of a class; nil for an index that is none.
    func classDescriptor(_ index: Int) -> UnsafePointer<testkit_class>? {
        guard index >= 0, index < classCount, let base = descriptors.classes.baseAddress else { return nil }
        return UnsafePointer(base + index)
    }

    /// The descriptor of a case; nil for an index that is none.
    func caseDescriptor(_ classIndex: Int, _ caseIndex: Int) -> UnsafePointer<testkit_case>? {
        descriptors.address(ofCase: caseIndex, inClass: classIndex)
    }

    /// Whether a case can run here as one of a class.
    ///
    /// Asks the class only if it has something of its own to say.
    func caseSupport(_ classIndex: Int, _ ownerIndex: Int, _ caseIndex: Int) -> testkit_support {
        guard let type = collector.registered(at: classIndex)?.type,
            let descriptor = caseDescriptor(ownerIndex, caseIndex),
            OverrideTable.shared.overrides(.caseSupport, in: type)
        else { return TESTKIT_SUPPORT_BY_NAME }
        let name = String(cString: descriptor.pointee.name)
        return type.testCaseSupportsCurrentPlatform(name) ? TESTKIT_SUPPORTED : TESTKIT_UNSUPPORTED
    }

    /// Whether any class has something of its own to say about which of its cases can run here.
    var hasCaseSupport: Bool {
        collector.classes.contains { OverrideTable.shared.overrides(.caseSupport, in: $0.type) }
    }

    /// Does what the first class of a process has to do once, by running one that has nothing of its own: each process
    /// that is forked from here would do it again.
    func prepare() {
        // Else that class seems to have every hook, asynchronous ones as well: those start threads, which a fork loses.
        guard OverrideTable.shared.isKnown else { return }
        let idle = LiveClass(RegisteredClass(OverrideProbe.Plain.self), at: -1)
        for step in [idle.begin, { idle.run(.synchronous { _ in }, named: "", $0) }, idle.end] {
            _ = perform(TESTKIT_NO_ACTIVITY, observedAs: nil, step)
        }
    }

    /// Makes a class ready.
    func beginClass(_ identifier: UInt64, _ classIndex: Int) -> testkit_status {
        SuiteLibrary.running.store(UInt(bitPattern: collector.address))
        TestObservers.startRun()
        result = TestEvent.Result()
        let name = observedName(classIndex)
        if let name {
            host?.observe(identifier)
            TestObservers.notify(.testStarted(name))
        }
        let status = perform(identifier, observedAs: name.map { .init(test: $0, name: nil) }) { activity in
            guard let record = collector.registered(at: classIndex) else { return refuse(activity) }
            let live = LiveClass(record, at: classIndex, of: collector)
            self.live = live
            live.begin(activity)
        }
        if status == TESTKIT_FAILED { result.terminatedAbnormally = true }
        // After the set-up, which may have added observers.
        if let name = observedName(classIndex) { observe(identifier) { self.tellLosses(of: name, identifier) } }
        return status
    }

    /// Runs one case of the class that is ready.
    ///
    /// - Parameter exampleIndex: `TESTKIT_NO_EXAMPLE` for a plain case, and for one that has no examples.
    func runCase(
        _ identifier: UInt64, _ classIndex: Int, _ ownerIndex: Int, _ caseIndex: Int,
        _ exampleIndex: UInt32 = TESTKIT_NO_EXAMPLE
    ) -> testkit_status {
        let key = ExampleStore.Key(classIndex: classIndex, ownerIndex: ownerIndex, caseIndex: caseIndex)
        guard !TestObservers.isEmpty, let test = observedName(classIndex),
            let descriptor = caseDescriptor(ownerIndex, caseIndex)
        else { return runCase(identifier, key, exampleIndex, observedAs: nil) }
        let name = String(cString: descriptor.pointee.name)
        let observed = TestEvent.Case(test: test, name: name)
        TestObservers.notify(.caseStarted(observed))
        let status = runCase(identifier, key, exampleIndex, observedAs: .init(test: test, name: name))
        result.executed += 1
        if status == TESTKIT_FAILED { result.failed += 1 }
        if status == TESTKIT_SKIPPED { result.skipped += 1 }
        TestObservers.notify(.caseEnded(observed, Self.outcome(status)))
        return status
    }

    /// Runs one case, with or without observers.
    private func runCase(
        _ identifier: UInt64, _ key: ExampleStore.Key, _ exampleIndex: UInt32, observedAs place: Activity.Place?
    ) -> testkit_status {
        perform(identifier, observedAs: place) { activity in
            guard let live, key.classIndex == live.index, let owner = owner(key, of: live),
                let item = owner.registeredCase(at: key.caseIndex)
            else { return refuse(activity) }
            let descriptor = item.pointee.descriptor
            if descriptor.flags & TESTKIT_CASE_PARAMETERISED.rawValue != 0 {
                run(key, example: exampleIndex, item.pointee.body, named: descriptor.name, in: live, activity)
            } else {
                live.run(item.pointee.body, named: descriptor.name, activity)
            }
        }
    }

    /// The class that declares a case: nearly always the one that runs.
    private func owner(_ key: ExampleStore.Key, of live: LiveClass) -> RegisteredClass? {
        key.ownerIndex == key.classIndex ? live.record : collector.registered(at: key.ownerIndex)
    }

    /// Tears the class down that is ready.
    func endClass(_ identifier: UInt64, _ classIndex: Int) -> testkit_status {
        let name = observedName(classIndex)
        let status = perform(identifier, observedAs: name.map { .init(test: $0, name: nil) }) { activity in
            guard let live else { return refuse(activity) }
            live.end(activity)
            self.live = nil
        }
        if status == TESTKIT_FAILED { result.terminatedAbnormally = true }
        guard let name else { return status }
        // The host's, where it gives any: those of the processes before as well.
        var counted = host?.classResult(of: identifier) ?? result
        counted.terminatedAbnormally = counted.terminatedAbnormally || result.terminatedAbnormally
        TestObservers.notify(.testEnded(name, counted))
        return status
    }

    /// Runs what notifies observers, whose failures are those of an activity.
    func observe(_ identifier: UInt64, _ notify: @escaping () -> Void) {
        _ = perform(identifier, observedAs: nil) { _ in notify() }
    }

    /// The name of a class, if there are observers.
    func observedName(_ classIndex: Int) -> String? {
        guard !TestObservers.isEmpty, let descriptor = classDescriptor(classIndex) else { return nil }
        return descriptor.pointee.name.map { String(cString: $0) }
    }

    /// The outcome of a case, for observers.
    private static func outcome(_ status: testkit_status) -> TestEvent.Outcome {
        switch status {
        case TESTKIT_PASSED: .passed
        case TESTKIT_SKIPPED: .skipped
        default: .failed
        }
    }

    /// Runs suite code as an activity and returns how it ended.
    private func perform(
        _ identifier: UInt64, observedAs place: Activity.Place?, _ work: (Activity) -> Void
    ) -> testkit_status {
        guard let host else { return TESTKIT_FAILED }
        let activity = makeActivity(identifier, of: host, observedAs: place)
        activity.perform { work(activity) }
        // Only who observes the run asks for that.
        if place?.name != nil, activity.failureCount > 0, activity.failedUnexpectedly { result.failedUnexpectedly += 1 }
        return activity.status
    }

    /// An activity: the last one if no thread, no task and no class kept it.
    private func makeActivity(_ identifier: UInt64, of host: HostConnection, observedAs place: Activity.Place?)
        -> Activity
    {
        if isKnownUniquelyReferenced(&spare), let spare, spare.begin(again: identifier, observedAs: place) {
            return spare
        }
        let activity = Activity(identifier, of: host, observedAs: place)
        spare = activity
        return activity
    }

    /// Answers a call that the contract does not allow.
    private func refuse(_ activity: Activity) {
        activity.record(
            Issue(kind: .error, message: "the host ran an unknown class or case, or one whose class was not begun"))
    }
}
