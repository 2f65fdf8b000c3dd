// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import Testing
import WorkerShims

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// The host's side of the ABI, called as a bundle calls it.
struct HostInterfaceTests {
    /// The shared memory.
    private let table: RunTable
    /// The pipes between worker and host.
    private let pipes: WorkerPipes
    /// The interface.
    private let host: HostInterface
    /// The first case.
    private let activity = Activity.run(slot: 0)

    /// Makes the interface of a worker.
    init() throws {
        table = try RunTable()
        table.worker(0).clear()
        table.worker(0).process = getpid()
        pipes = try WorkerPipes()
        _ = fcntl(pipes.messages.read, F_SETFL, O_NONBLOCK)
        let pipe = WorkerPipe(dup(pipes.messages.write), host: getpid(), peer: -1, isWriting: true, mark: pipes.mark)
        let platforms = Platforms(current: ["Here"], declared: ["There"])
        let place = AttachmentPlace(given: nil, temporary: "/nowhere", token: 0)
        let facts = RunFacts(
            files: [], paths: [], isLive: false, keepsAllOutput: false, leaks: .off, isolation: .worker, seed: 42,
            platforms: platforms, attachments: place)
        host = HostInterface(
            table: table, place: table.worker(0), pipe: pipe, seed: 42, platforms: platforms,
            registry: RegistryService(table: table, facts: facts), attachments: AttachmentService(place: place),
            results: ResultsService(table: table, place: table.worker(0)),
            chance: ChanceService(table: table, place: table.worker(0)))
    }

    /// The ABI's functions.
    private var functions: testkit_host { host.pointer.pointee }

    /// The content of the pipe.
    private func messages() -> [WorkerMessage] { pipes.takeMessages() }

    @Test("the table says which version of the contract it keeps, and the seed")
    func contract() {
        #expect(functions.magic == TESTKIT_MAGIC && functions.struct_size == MemoryLayout<testkit_host>.size)
        #expect(functions.abi_major == UInt16(TESTKIT_ABI_MAJOR) && functions.seed == 42)
    }

    @Test("an issue of the activity that is under way fails it; one of another is late and fails nothing")
    func issues() {
        host.start(activity, phase: TESTKIT_PHASE_BODY)
        FakeBundle.report("another's", to: host.pointer, Activity.run(slot: 7).number)
        let hasFailedByAnother = host.finish()
        #expect(!hasFailedByAnother)
        host.start(activity, phase: TESTKIT_PHASE_BODY)
        FakeBundle.report("its own", to: host.pointer, activity.number)
        let hasFailed = host.finish()
        #expect(hasFailed)
        FakeBundle.report("behind its end", to: host.pointer, activity.number)
        let said = messages().compactMap { message -> (String, Bool)? in
            if case .remark(.issue(let issue), _, let isLate) = message { (issue.message, isLate) } else { nil }
        }
        #expect(said.map(\.0) == ["another's", "its own", "behind its end"] && said.map(\.1) == [true, false, true])
    }

    @Test("a late report is about a class that this process has begun, or about nothing")
    func foreign() {
        table.planHeader.pointee.unit_count = 4
        table.planHeader.pointee.slot_count = 8
        for unit in 0..<4 {
            (table.planUnits[unit].first_slot, table.planUnits[unit].slot_count) = (UInt32(2 * unit), 2)
        }
        func say(_ activity: Activity) { FakeBundle.report("late", to: host.pointer, activity.number) }
        for unit: UInt32 in [0, 2, 3] {
            host.start(.begin(unit: unit), phase: TESTKIT_PHASE_TEST_SET_UP)
            _ = host.finish()
        }
        for slot: UInt32 in 0..<9 { say(.run(slot: slot)) }
        for unit: UInt32 in [1, 2, 4] { say(.end(unit: unit)) }
        let told = messages().compactMap { message -> UInt64? in
            if case .remark(.issue, let activity, true) = message { activity } else { nil }
        }
        let own = told.map { Activity(number: $0) }
        let runs = (0..<9).map { [2, 3, 8].contains($0) ? nil : Activity.run(slot: $0) }
        #expect(own == runs + [nil, .end(unit: 2), nil])
    }

    @Test("the failure of one activity is none of the next")
    func nextActivity() {
        host.start(activity, phase: TESTKIT_PHASE_BODY)
        FakeBundle.report("no", to: host.pointer, activity.number)
        let first = host.finish()
        host.start(Activity.run(slot: 1), phase: TESTKIT_PHASE_BODY)
        let second = host.finish()
        #expect(first && !second)
    }

    @Test("a remark and the reason of a skip go to the host as they are")
    func remarks() {
        host.start(activity, phase: TESTKIT_PHASE_BODY)
        functions.log?(host.pointer, activity.number, "größer")
        functions.report_skip?(host.pointer, activity.number, "not today", nil, 0)
        functions.report_skip?(host.pointer, activity.number, nil, nil, 0)
        let remarks: [WorkerMessage.Remark] = [.log("größer"), .skip(reason: "not today"), .skip(reason: nil)]
        #expect(messages() == remarks.map { .remark($0, activity: activity.number, isLate: false) })
    }

    @Test("the last known place is in the shared table; of a long path, the end")
    func location() {
        let place = table.worker(0)
        functions.record_location?(host.pointer, activity.number, "Suite.swift", 12)
        #expect(place.place?.file == "Suite.swift" && place.place?.line == 12)
        let long = String(repeating: "x", count: 600) + "/Suite.swift"
        functions.record_location?(host.pointer, activity.number, long, 13)
        #expect(place.place?.file == String(long.suffix(Int(TABLE_PATH_MAX) - 1)) && place.place?.line == 13)
        host.start(activity, phase: TESTKIT_PHASE_BODY)
        #expect(place.place == nil)
    }

    @Test("a phase that is none is not believed")
    func phase() {
        host.start(activity, phase: TESTKIT_PHASE_BODY)
        functions.enter_phase?(host.pointer, activity.number, TESTKIT_PHASE_CASE_SET_UP.rawValue)
        #expect(table.worker(0).phase == TESTKIT_PHASE_CASE_SET_UP.rawValue)
        functions.enter_phase?(host.pointer, activity.number, 99)
        #expect(table.worker(0).phase == TESTKIT_PHASE_CASE_SET_UP.rawValue)
    }

    @Test("a suite's name is judged by the platforms of the run")
    func platforms() {
        let support = { (name: String) in functions.platform_support?(host.pointer, name) }
        #expect(support("Test_Here") == TESTKIT_SUPPORTED.rawValue)
        #expect(support("Test_There") == TESTKIT_UNSUPPORTED.rawValue)
        #expect(support("Test") == TESTKIT_SUPPORT_BY_NAME.rawValue)
    }

    @Test("version 1.0 has no extension, and takes records only for a run that writes them")
    func extensions() {
        #expect(functions.report_issue_record == nil && functions.report_skip_record == nil)
        #expect(functions.get_extension?(host.pointer, "testkit.tomorrow/1") == nil)
    }

    @Test("what cannot be sent is counted")
    func lostMessage() {
        close(host.pipeNumber)
        functions.log?(host.pointer, activity.number, "nobody hears this")
        #expect(table.worker(0).lostMessages.count == 1)
    }
}
