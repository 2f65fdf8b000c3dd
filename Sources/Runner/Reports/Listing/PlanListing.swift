// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import RunnerSupport

/// The output of `--list`: every case that would run, in the order of the plan.
public struct PlanListing {
    /// The registry of all loaded bundles.
    public let registry: Registry
    /// The plan: the cases that would run.
    public let plan: Plan
    /// The reasons why examples could not be read, by the registry index of their case.
    public var exampleFaults: [UInt32: String] = [:]

    /// Makes one from its parts.
    public init(registry: Registry, plan: Plan, exampleFaults: [UInt32: String] = [:]) {
        self.registry = registry
        self.plan = plan
        self.exampleFaults = exampleFaults
    }

    /// The identities, one on each line.
    public func plain(to output: inout TextOutput) {
        var identities = IdentityPrinter(registry)
        registry.bytes.withUnsafeBytes { bytes in
            for (place, slot) in plan.slots.enumerated() {
                registry.fetch(behind: place, of: plan.slots, in: bytes)
                identities.write(slot, to: &output)
                output.line()
            }
        }
    }

    /// A JSON object with everything known about each case.
    public func json(faults: [BundleFault], isSeedGiven: Bool, to output: inout TextOutput) {
        var json = JSONWriter()
        json.beginObject()
        json.member("version", "1")
        json.member("seed", isSeedGiven ? String(plan.seed) : nil)
        if let shard = plan.shard { json.member("shard", shard.description) }
        json.array("cases", plan.slots) { write($1, to: &$0) }
        json.array("classes", registry.classes.indices) { writeClass($1, to: &$0) }
        json.objects("warnings", Omissions(plan, registry).warnings) { $1.write(to: &$0) }
        json.objects("faults", faults) { json, fault in
            json.member("bundle", fault.name)
            json.member("path", fault.path)
            json.member("reason", fault.reason)
        }
        json.endObject()
        output.line(json.text)
    }

    /// Writes a case.
    private func write(_ slot: Plan.Slot, to json: inout JSONWriter) {
        let entry = registry.cases[Int(slot.caseIndex)]
        let owner = registry.classes[entry.classIndex]
        json.beginObject()
        json.member("identity", registry.identity(of: slot))
        json.member("bundle", registry.bundleName(of: entry.classIndex))
        json.member("class", registry.string(owner.name))
        json.member("case", registry.string(entry.name))
        if let example = slot.example.flatMap({ registry.exampleName(ofCase: Int(slot.caseIndex), $0) }) {
            json.member("example", example)
        }
        if let reason = exampleFaults[slot.caseIndex] { json.member("fault", reason) }
        if let description = registry.caseDescriptions[Int(slot.caseIndex)] {
            if !description.title.isEmpty { json.member("displayName", description.title) }
            if !description.links.isEmpty { json.member("links", description.links) }
        }
        json.member("tags", registry.tagSets[entry.tags])
        if let ending = registry.endings[Int(slot.caseIndex)] { json.member("ends", ending.name) }
        json.member("runGroup", Int(owner.runGroup))
        json.member("focused", entry.isFocused || owner.isFocused)
        json.member("file", entry.file.count > 0 ? registry.string(entry.file) : nil)
        json.member("line", Int(entry.line))
        json.endObject()
    }

    /// Writes a class, also an abstract one.
    private func writeClass(_ index: Int, to json: inout JSONWriter) {
        let entry = registry.classes[index]
        json.beginObject()
        json.member("identity", registry.identity(ofClass: index))
        if let title = registry.classDescriptions[index]?.title { json.member("displayName", title) }
        json.member("superclass", entry.superclass.map { registry.string(registry.classes[$0].name) })
        json.member("abstract", entry.isAbstract)
        json.member("focused", entry.isFocused)
        json.member("supported", entry.unsupported == nil)
        json.member("tags", registry.tagSets[entry.tags])
        json.member("resources", registry.resources.sorted(ofClass: index))
        if let slots = registry.resources.slots[index] {
            if slots == .max { json.member("slots", "all") } else { json.member("slots", slots) }
        }
        json.member("runGroup", Int(entry.runGroup))
        json.member("cases", entry.cases.count)
        json.member("file", entry.file.count > 0 ? registry.string(entry.file) : nil)
        json.member("line", Int(entry.line))
        json.endObject()
    }
}
