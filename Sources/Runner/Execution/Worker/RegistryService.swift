// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// The registry of all bundles for a suite's own code, through the ABI (rule 3).
///
/// Lives in a worker and is used on its main thread only. Nothing is built before the first question.
final class RegistryService: @unchecked Sendable {
    /// Whether all bundles are listed: from when the first class begins.
    var isOpen = false
    /// The shared listing.
    private let table: RunTable
    /// The facts of the run.
    private let facts: RunFacts
    /// The registry, and C copies of its names, from the first question on.
    private lazy var answers = Answers(table: table, facts: facts)

    /// The values that are computed at the first look-up.
    private struct Answers {
        /// The registry.
        let registry: Registry
        /// The classes, with strings that live as long as the process.
        let classes: [testkit_class_info]

        /// Reads the listing.
        init(table: RunTable, facts: RunFacts) {
            let built = try? RegistryBuilder.build(
                listing: table.copyListing(), files: facts.files, excluded: [], platforms: facts.platforms)
            let registry = built ?? Registry()
            let bundleNames = facts.files.map { UnsafePointer<CChar>(strdup($0.name)) }
            classes = registry.classes.map { [registry] entry in
                testkit_class_info(
                    bundle: bundleNames[entry.bundle], name: UnsafePointer(strdup(registry.string(entry.name))),
                    superclass: entry.superclass.map(UInt32.init) ?? TESTKIT_NO_CLASS, run_group: entry.runGroup,
                    case_count: UInt32(entry.cases.count), is_abstract: entry.isAbstract ? 1 : 0,
                    is_focused: registry.hasFocus(entry) ? 1 : 0, reserved: (0, 0))
            }
            self.registry = registry
        }
    }

    /// Reads nothing yet.
    init(table: RunTable, facts: RunFacts) {
        self.table = table
        self.facts = facts
    }

    /// Adds its functions to the host's.
    static func add(to host: inout testkit_host) {
        host.registered_count = { HostInterface.behind($0)?.registry.classCount ?? 0 }
        host.registered_class = { host, index, info in
            guard let info, let found = HostInterface.behind(host)?.registry.info(at: index) else { return 0 }
            info.pointee = found
            return 1
        }
        host.find_class = { host, name, near in
            guard let name, let registry = HostInterface.behind(host)?.registry else { return TESTKIT_NO_CLASS }
            return registry.find(String(cString: name), near: near)
        }
    }

    /// The number of classes; none before all are listed.
    private var classCount: UInt32 { isOpen ? UInt32(answers.classes.count) : 0 }

    /// A class.
    private func info(at index: UInt32) -> testkit_class_info? {
        index < classCount ? answers.classes[Int(index)] : nil
    }

    /// The class that a name means; one of the asking bundle's comes first.
    private func find(_ name: String, near: UnsafeRawPointer?) -> UInt32 {
        guard isOpen else { return TESTKIT_NO_CLASS }
        let found = answers.registry.classes(named: name)
        if found.count == 1 { return UInt32(found[0]) }
        guard let near, let path = Self.imagePath(of: near) else { return TESTKIT_NO_CLASS }
        let own = found.filter { facts.paths[answers.registry.classes[$0].bundle] == path }
        return own.count == 1 ? UInt32(own[0]) : TESTKIT_NO_CLASS
    }

    /// The path of the library that contains an address.
    private static func imagePath(of address: UnsafeRawPointer) -> String? {
        worker_image_path(address).map { String(cString: $0) }
    }
}
