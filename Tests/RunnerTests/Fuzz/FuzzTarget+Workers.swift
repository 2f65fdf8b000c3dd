// SPDX-License-Identifier: MIT

import BundleABI
import WorkerShims

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerBundleFiles
@testable import RunnerExecution

extension FuzzTarget {
    /// The shared table, after a bundle has written to it: places and numbers of 12 bytes each.
    static let table = FuzzTarget(
        name: "table", seeds: [[], Array(0..<48), [UInt8](repeating: 0xFF, count: 24)],
        tokens: ["\0\0\0\0", "\u{1}\0\0\0", "\u{5}\0\0\0"]
    ) { bytes in
        let registry = SampleRun().context.registry
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        let table = try RunTable()
        defer { table.unmap() }
        for index in 0..<4 { try table.openPages(ofWorker: index) }
        try table.store(plan, registry)
        var reader = CompletionScanner(table: table)
        var scheduler = Scheduler(PlannedWork(plan, registry, jobs: 1))
        scheduler.begin(0, now: 1)
        // As the dispatcher does.
        for unit in scheduler.next(for: 0, now: 1).units { table_store(&table.planUnits[Int(unit)].worker, 0) }
        var snapshots = (0..<4).map { WorkerSnapshot(at: table.worker($0), now: 1) }
        var now: UInt64 = 1000
        var told: Set<UInt32> = []
        var rest = bytes[...]
        while rest.count >= 12 {
            let words = (0..<3).map { part in
                rest.dropFirst(4 * part).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            rest = rest.dropFirst(12)
            write(words, to: table, plan)
            reader.check(worker: Int(words[0] % 4))
            for index in snapshots.indices { try look(at: table.worker(index), &snapshots[index], now) }
            now += 1000
            for case .slot(let slot, _) in reader.takeFinished(of: [0], &scheduler) {
                guard slot < UInt32(plan.slots.count), told.insert(slot).inserted else {
                    throw Finding(description: "slot \(slot) of \(plan.slots.count) is told twice, or is none")
                }
            }
            _ = (scheduler.closedCount, scheduler.waitingCount, reader.mustStop)
            if reader.overwritten.contains(0) { return }
        }
    }

    /// Looks at a worker: whatever it says, what it is at began behind the look before, and not in the future.
    private static func look(at place: WorkerView, _ snapshot: inout WorkerSnapshot, _ now: UInt64) throws {
        let before = snapshot.since
        snapshot.look(at: place, now: now, latest: { now }) { $0 == 1 }
        if snapshot.since < before || snapshot.since > now {
            throw Finding(description: "began at \(snapshot.since), before that at \(before), and now is \(now)")
        }
    }

    /// Writes a number to one of the fields on which the host or a worker relies.
    private static func write(_ words: [UInt32], to table: RunTable, _ plan: Plan) {
        let (place, value) = (words[1], words[2])
        let written = table.written(by: 0)
        let unit = written.units + Int(place) % max(1, plan.units.count)
        let slot = written.slots + Int(place) % max(1, plan.slots.count)
        let worker = table.worker(Int(place % 4)).record
        // The first are those of the inputs that are kept.
        switch words[0] % 14 {
        case 0: table_store(&worker.pointee.process, value)
        case 1: table_store64(&worker.pointee.since, UInt64(value) << 32 | UInt64(value))
        case 2: table_store(&table.header.pointee.is_stopping, value)
        case 3: table_store(&unit.pointee.end_state, value)
        case 4: table_store(&slot.pointee.is_unexpected, value)
        case 5: table_store(&unit.pointee.is_closed, value)
        case 6: unit.pointee.end_time = UInt64(value) << 32 | UInt64(value)
        case 7: slot.pointee.start_time = UInt64(value) << 32 | UInt64(value)
        case 8: slot.pointee.output_to = UInt64(value) << 32 | UInt64(value)
        case 9: table_store(&slot.pointee.state, value)
        case 10: table_store(&worker.pointee.slot, value)
        case 11: table_store(&worker.pointee.unit, value)
        case 12: table_store(&worker.pointee.stage, value)
        default: table_store(&unit.pointee.begin_state, value)
        }
    }

    /// The messages on a worker's pipe.
    static let frames = FuzzTarget(
        name: "frames",
        seeds: [sequence(first: .ready, next: next).flatMap { $0.encoded(mark: mark) }],
        tokens: ["TKM1", "\0\0\0\0", "\u{1}\0\0\0", "\u{7F}\0\0\0"]
    ) { bytes in
        // In portions of any size, and all at once, it is the same.
        var (whole, parts) = (FrameDecoder(mark: mark), FrameDecoder(mark: mark))
        whole.append(bytes)
        let all = whole.takeMessages(isAtEnd: true)
        var (some, rest, size) = ([WorkerMessage](), bytes[...], 1)
        while !rest.isEmpty {
            parts.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
            some += parts.takeMessages(isAtEnd: rest.isEmpty)
            size = size % 97 * 2 + 1
        }
        if some != all { throw Finding(description: "\(some.count) messages in portions, \(all.count) at once") }
        // They are written as they were read, unless a text is so long that it is cut.
        if bytes.count > CompactCoder.textLimit / 4 { return }
        var again = FrameDecoder(mark: mark)
        again.append(all.flatMap { $0.encoded(mark: mark) })
        if again.takeMessages(isAtEnd: true) != all { throw Finding(description: "written as others: \(all)") }
    }

    /// A message of each kind, one after another: the compiler refuses a kind that is missing.
    private static func next(after message: WorkerMessage) -> WorkerMessage? {
        switch message {
        case .ready: .loadFault(bundle: 3, LoadFault(received: .hung, "took too long"))
        case .loadFault: .remark(.issue(Issue(kind: .warning, message: "m")), activity: 1, isLate: false)
        case .remark(let remark, _, let isLate):
            if let other = next(after: remark) {
                .remark(other, activity: 2, isLate: !isLate)
            } else {
                .childEnded(hasExited: true, value: 3)
            }
        case .childEnded: .libraries([library, library])
        case .libraries: .needsStreams
        case .needsStreams: .unseeded(bundle: 2, .tasksUnknown)
        case .unseeded: .childRefused(code: 11)
        case .childRefused: .keptFor(bundle: 1)
        case .keptFor: .needsUnits
        case .needsUnits: nil
        }
    }

    /// The same for remarks.
    private static func next(after remark: WorkerMessage.Remark) -> WorkerMessage.Remark? {
        switch remark {
        case .issue: .skip(reason: "no")
        case .skip: .log("remark")
        case .log: .attachment(StagedAttachment(name: "a.txt", number: 1, size: 7))
        case .attachment: .turns(turns)
        case .turns: .property(CaseProperty(name: "ticket", value: "A-12"))
        case .property: .left(Issue(kind: .warning, message: "m"), by: turns.places)
        case .left: nil
        }
    }

    /// A record of turns with each of its parts.
    private static var turns: TaskTrace {
        var trace = TaskTrace()
        trace.places = [TaskTrace.Place(path: "/lib/libshop.so", address: 1)]
        trace.tasks = [TaskTrace.Task(maker: 0, ordinal: 0, kind: .task, entry: 0)]
        trace.turns = [TaskTrace.Turn(task: 0, last: 0, lastTurn: 1, maker: 0, count: 2, place: 0)]
        return trace
    }

    /// A library as a worker tells of it: path, device, number, size, two times, build.
    private static var library: LoadedDependency {
        let path = Array("/lib/libshop.so".utf8)
        let numbers = [UInt8](repeating: 1, count: 5 * 8)
        let bytes = [UInt8(path.count)] + path + numbers + [2, 0xAB, 0xCD]
        var (library, coder) = (LoadedDependency(), CompactCoder(reading: bytes[...]))
        library.pass(&coder)
        return library
    }

    /// The first four bytes of a frame, "TKM1".
    private static let mark: UInt32 = 0x314D_4B54

    /// The listing that a worker leaves in shared memory.
    static let listing = FuzzTarget(
        name: "listing", seeds: [(try? RegistryBuilderTests.listing()) ?? [], Array(repeating: 0, count: 64)],
        tokens: ["\0\0\0\0", "\u{1}\0\0\0", "\u{1}\0\0\0a"]
    ) { bytes in
        _ = try? RegistryBuilderTests().walk(bytes)
    }

    /// The stacks that a crashed process writes to shared memory.
    static let trace = FuzzTarget(
        name: "trace",
        seeds: [[], Array(0..<255), [UInt8](repeating: 0xFF, count: 64), [UInt8](repeating: 1, count: 4096)],
        tokens: ["\0\0\0\0", "\u{1}\0\0\0", "\u{7F}\u{7F}\u{7F}\u{7F}"]
    ) { bytes in
        let memory = UnsafeMutablePointer<crash_trace>.allocate(capacity: 1)
        defer { memory.deallocate() }
        let room = UnsafeMutableRawBufferPointer(start: memory, count: MemoryLayout<crash_trace>.size)
        room.initializeMemory(as: UInt8.self, repeating: 0)
        // Over and over, so that also a short input reaches the last stack.
        if !bytes.isEmpty { for place in room.indices { room[place] = bytes[place % bytes.count] } }
        guard let trace = CrashTrace(copying: memory) else { return }
        _ = (CrashTrace.headline(of: memory), CrashTrace.fatalSignal(of: memory, 1))
        let images = trace.threads.joined().compactMap { entry -> Int? in
            if case .frame(_, _, let image) = entry { image } else { nil }
        }
        if let image = images.first(where: { !trace.images.indices.contains($0) }) {
            throw Finding(description: "a frame of image \(image) of \(trace.images.count)")
        }
    }

    /// The crash report of a runtime.
    static let crashReport = FuzzTarget(
        name: "crashReport",
        seeds: [
            "printed\n*** Signal 11: Backtracing from 0x7f… done ***\n\n*** Program crashed: Bad pointer dereference at 0x0 ***\n\n"
                + "Thread 0 \"runner\" crashed:\n\n0 [ra] 0x1 f() + 3 in A.so at /a/b.swift:3:4\n\n   1│ x\n\nRegisters:\n\nrax 0\n\nImages (2 omitted):\n"
        ].map { Array($0.utf8) },
        tokens: [
            "\n", "*** ", " crashed:", "Thread 0", "0 [ra] 0x1 ", " at /a.swift:3:4", "Registers:",
            "Backtrace took 0.01s",
        ]
    ) { bytes in
        _ = CrashReport(String(decoding: bytes, as: UTF8.self))
    }
}
