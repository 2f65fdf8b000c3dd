// SPDX-License-Identifier: MIT

import BundleABI
import WorkerShims

@testable import Runner

extension FuzzTarget {
    /// The shared table, after a bundle has written to it: places and numbers of 12 bytes each.
    static let table = FuzzTarget(
        name: "table", seeds: [[], Array(0..<48), [UInt8](repeating: 0xFF, count: 24)],
        tokens: ["\0\0\0\0", "\u{1}\0\0\0", "\u{5}\0\0\0"]
    ) { bytes in
        let registry = SampleEvents.registry
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        let table = try RunTable()
        defer { table.unmap() }
        try table.store(plan, registry)
        var reader = TableReader(table: table)
        var told: Set<UInt32> = []
        var rest = bytes[...]
        while rest.count >= 12 {
            let words = (0..<3).map { part in
                rest.dropFirst(4 * part).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            rest = rest.dropFirst(12)
            write(words, to: table, plan)
            reader.check(worker: Int(words[0] % 4))
            for case .slot(let slot, _) in reader.takeFinished() {
                guard slot < UInt32(plan.slots.count), told.insert(slot).inserted else {
                    throw Finding(description: "slot \(slot) of \(plan.slots.count) is told twice, or is none")
                }
            }
            _ = (reader.closedCount, reader.unownedCount, reader.openBundles, reader.mustStop)
            if reader.isBroken { return }
        }
    }

    /// Writes a number to one of the fields on which the host or a worker relies.
    private static func write(_ words: [UInt32], to table: RunTable, _ plan: Plan) {
        let (place, value) = (words[1], words[2])
        let unit = table.units + Int(place) % max(1, plan.units.count)
        let slot = table.slots + Int(place) % max(1, plan.slots.count)
        switch words[0] % 12 {
        case 0: table_store(&table.header.pointee.next_unit, value)
        case 1: table_store(&table.header.pointee.unit_limit, value)
        case 2: table_store(&table.header.pointee.is_stopping, value)
        case 3: table.header.pointee.unit_count = value
        case 4: table.header.pointee.slot_count = value
        case 5: table_store(&unit.pointee.is_closed, value)
        case 6: unit.pointee.first_slot = value
        case 7: unit.pointee.slot_count = value
        case 8: unit.pointee.worker = value
        case 9: table_store(&slot.pointee.state, value)
        case 10: table_store(&table.workers[Int(place % 4)].slot, value)
        default: table_store(&table.workers[Int(place % 4)].unit, value)
        }
    }

    /// The messages on a worker's pipe.
    static let frames = FuzzTarget(
        name: "frames",
        seeds: [
            ([
                .ready, .loadFault(bundle: 3, LoadFault(.hung, "took too long")),
                .issue(Issue(kind: .warning, message: "m"), activity: 1, isLate: false),
                .skip(reason: "no", activity: 2, isLate: true),
                .log("remark", activity: 4, isLate: false), .childEnded(hasExited: true, value: 3),
                .attachment(StagedAttachment(name: "a.txt", number: 1, size: 7), activity: 5, isLate: true),
            ] as [WorkerMessage]).flatMap { $0.encoded(mark: mark) }
        ],
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
    }

    /// The first four bytes of a frame, "TKM1".
    private static let mark: UInt32 = 0x314D_4B54

    /// The listing that a worker leaves in shared memory.
    static let listing = FuzzTarget(
        name: "listing", seeds: [Array(repeating: 0, count: 64), Array(0..<200)],
        tokens: ["\0\0\0\0", "\u{1}\0\0\0", "\u{1}\0\0\0a"]
    ) { bytes in
        let files = [BundleFile(path: "A.so", name: "A"), BundleFile(path: "B.so", name: "B")]
        _ = try? RegistryBuilder.build(listing: bytes, files: files, excluded: [], platforms: Platforms())
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
