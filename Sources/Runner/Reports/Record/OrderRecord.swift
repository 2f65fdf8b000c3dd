// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The record of what each worker of the last run did, as a file of an order (`--rerun-exactly`, docs/STATE.md).
///
/// Rule 67.
public struct OrderRecord {
    /// The name of the file in the directory for the record of runs.
    public static let fileName = "order"

    /// The journal of the run.
    public let journal: RunJournal
    /// The registry of all loaded bundles.
    public let registry: Registry
    /// The choices of the seed besides the order.
    public let chance: Chance
    /// Whether the seed decided the order in classes.
    public let isShuffled: Bool
    /// The builds of the bundles, by file index.
    public let builds: [String?]
    /// The command that repeats the run, but for who runs what.
    public let command: String
    /// The `swift test` that this run is a call of: its calls make one record.
    public var session: String?

    /// Makes one from its parts.
    public init(
        journal: RunJournal, registry: Registry, chance: Chance, isShuffled: Bool, builds: [String?], command: String,
        session: String? = nil
    ) {
        self.journal = journal
        self.registry = registry
        self.chance = chance
        self.isShuffled = isShuffled
        self.builds = builds
        self.command = command
        self.session = session
    }

    /// The lines as they are written.
    private struct Lines {
        /// The file.
        var output: TextOutput
        /// The number of records that have been written.
        private(set) var count = 0

        /// Writes to a file.
        init(_ descriptor: Int32) { output = TextOutput(descriptor) }

        /// Writes one.
        mutating func add(_ line: String) {
            output.line(line)
            count += 1
        }
    }

    /// Writes the file's text.
    ///
    /// A class is listed as a whole where all of it ran in one process in the order of the seed, so that the file stays small.
    private func write(to lines: inout Lines) {
        lines.add("# \(command)")
        if let session { lines.add(OrderCalls.mark + session) }
        lines.add("%seed \(journal.plan.seed)")
        lines.add("%chance \(chance.text)")
        if !isShuffled { lines.add("%shuffle off") }
        for bundle in registry.bundles {
            if let build = builds[bundle.fileIndex] { lines.add("%bundle \(build) \(bundle.name)") }
        }
        let whole = wholeClasses()
        for processes in journal.workers {
            lines.add("%worker")
            for process in processes {
                lines.add("%process")
                for stretch in process.stretches { write(stretch, whole, to: &lines) }
            }
        }
        for result in journal.failures {
            let word = result.outcome == .timedOut ? "%timed-out" : "%failed"
            lines.add("\(word) \(registry.identity(of: result.slot))")
        }
        lines.add("%end \(lines.count)")
    }

    /// The slots of the plan's classes of which all is in the plan in the usual order, by registry index; else none.
    private func wholeClasses() -> [Range<Int>] {
        let plan = journal.plan
        var whole = Array(repeating: 0..<0, count: registry.classes.count)
        if plan.prescription != nil { return whole }
        for unit in plan.classes {
            let count = registry.slotCount(ofClass: unit.classIndex)
            if count == unit.slots.count, count > 1 { whole[unit.classIndex] = unit.slots }
        }
        return whole
    }

    /// Writes the tests of a stretch of the plan.
    private func write(_ stretch: Range<Int>, _ whole: [Range<Int>], to lines: inout Lines) {
        var place = stretch.lowerBound
        while place < stretch.upperBound {
            let slot = journal.plan.slots[place]
            if journal.early.contains(place), !journal.early.contains(place - 1) || place == stretch.lowerBound {
                lines.add("# before its place in the order of the seed, since it takes long:")
            }
            let index = registry.cases[Int(slot.caseIndex)].classIndex
            let range = whole[index]
            if !range.isEmpty, range.lowerBound == place, range.upperBound <= stretch.upperBound {
                lines.add(registry.identity(ofClass: index))
                place = range.upperBound
            } else {
                lines.add(registry.identity(of: slot))
                place += 1
            }
        }
    }

    /// Writes the file into the directory for the record of runs.
    ///
    /// A draft takes its place, since a program may read it. The directory is there: the record of runs is in it. A file that cannot
    /// be opened is left out.
    public func write(to directory: String, isLocked: Bool) {
        let path = "\(directory)/\(Self.fileName)"
        let draft = FileDraft(of: path, isLocked: isLocked)
        let descriptor = draft.open()
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var lines = Lines(descriptor)
        write(to: &lines)
        lines.output.flush()
        // After the text: a file that is emptied before ext4 hurries to the disk when it is closed.
        ftruncate(descriptor, lseek(descriptor, 0, SEEK_CUR))
        if session != nil { OrderCalls.combine(path, with: draft.path) }
        _ = draft.replaceTarget()
    }
}

extension Chance {
    /// The text in the form of `--chance`.
    public var text: String {
        let tasks = tasks == .system ? "" : ",tasks=\(taskFile ?? tasks.rawValue)"
        return "hashing=\(hashing.rawValue),random=\(random.rawValue)\(tasks)"
    }
}
