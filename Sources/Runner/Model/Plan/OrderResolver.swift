// SPDX-License-Identifier: MIT

import RunnerSupport

/// Finds the tests that a file of an order names.
///
/// Rule 66.
public struct OrderResolver {
    /// The file.
    private let file: OrderFile
    /// All that is known.
    private let registry: Registry
    /// Finds the tests that an identity names.
    private let resolver: IdentityResolver
    /// The place of each case in an ordinary run of everything.
    private var places: [Plan.Slot: Int] = [:]
    /// The cases that cannot run here.
    private let unsupported: Set<Plan.Slot>

    /// Prepares for a file and a seed, which decides the order in a class that the file names as a whole.
    public init(_ file: OrderFile, seed: UInt64, in registry: Registry) throws(Selection.UnknownIdentity) {
        (self.file, self.registry, resolver) = (file, registry, IdentityResolver(registry))
        let all = PlanBuilder.plan(
            registry, selection: try Selection(in: registry), focus: .ignore, seed: seed,
            order: PlanBuilder.Order(isShuffled: file.isShuffled))
        for (place, slot) in all.slots.enumerated() { places[slot] = place }
        unsupported = Set(all.unsupported)
    }

    /// Returns the plan of the order, or the first line that cannot be used; with `missing`, takes the lines there that name
    /// nothing.
    public func plan(seed: UInt64, missing: ((OrderFile.Fault) -> Void)? = nil) throws(OrderFile.Fault) -> Plan {
        var lines: [Plan.Slot: Int] = [:]
        var skipped: [Plan.Slot] = []
        var workers: [[[Plan.Slot]]] = []
        for processes in file.workers {
            var mine: [[Plan.Slot]] = []
            for process in processes {
                var slots: [Plan.Slot] = []
                for entry in process {
                    var found: [Plan.Slot] = []
                    do throws(OrderFile.Fault) { found = try self.slots(of: entry) } catch {
                        guard let missing else { throw error }
                        missing(error)
                    }
                    for slot in found {
                        if let line = lines.updateValue(entry.line, forKey: slot) {
                            throw fault(entry, "'\(registry.identity(of: slot))' is already in line \(line)")
                        }
                        if unsupported.contains(slot) { skipped.append(slot) } else { slots.append(slot) }
                    }
                }
                if !slots.isEmpty { mine.append(slots) }
            }
            if !mine.isEmpty { workers.append(mine) }
        }
        guard workers.count <= WorkerCount.largest else {
            throw OrderFile.Fault(
                file.path, line: 1, "expected at most \(WorkerCount.largest) workers, got \(workers.count)")
        }
        return PrescribedOrder(workers: workers).plan(seed: seed, in: registry, unsupported: skipped)
    }

    /// Returns the cases that a line names, in the order of an ordinary run.
    private func slots(of entry: OrderFile.Entry) throws(OrderFile.Fault) -> [Plan.Slot] {
        let found = resolver.slots(named: entry.identity)
        if found.isEmpty {
            let hint = Suggestion.question(resolver.suggestions(for: entry.identity))
            throw fault(entry, "no test is named '\(entry.identity)'\(hint)")
        }
        return found.sorted { (places[$0] ?? .max) < (places[$1] ?? .max) }
    }

    /// Returns the cases that failed, as far as they are still there, and whether each exceeded its time limit.
    public func failures() -> [(slot: Plan.Slot, hasTimedOut: Bool)] {
        file.failed.flatMap { entry in
            ((try? slots(of: entry)) ?? []).map { ($0, file.timedOutLines.contains(entry.line)) }
        }
    }

    /// A fault of a line.
    private func fault(_ entry: OrderFile.Entry, _ reason: String) -> OrderFile.Fault {
        OrderFile.Fault(file.path, line: entry.line, reason)
    }
}
