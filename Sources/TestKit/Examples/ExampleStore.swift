// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The examples of a bundle's parameterised cases, each read at its first use.
///
/// Rule 15.
@MainActor
final class ExampleStore {
    /// A case as one class has it.
    struct Key: Hashable {
        /// The class that runs.
        var classIndex: Int
        /// The class that declares the case.
        var ownerIndex: Int
        /// Its index there.
        var caseIndex: Int
    }

    /// The result of reading a source.
    enum Content {
        /// At least one example, and their names as the host gets them.
        case examples([Example], names: [UnsafePointer<CChar>])
        /// None, and why.
        case failure(ExampleFailure)
    }

    /// The registered suites.
    private let collector: SuiteCollector
    /// The results so far.
    private var contents: [Key: Content] = [:]
    /// The examples of whole classes, which their cases share.
    private var shared: [Int: Content] = [:]

    /// A store that has read nothing.
    init(_ collector: SuiteCollector) { self.collector = collector }

    /// The number of examples of a case; 0 if they cannot be read.
    func count(_ key: Key, _ host: HostConnection) -> Int {
        if case .examples(let examples, _) = content(key, host) { examples.count } else { 0 }
    }

    /// An example's name, valid until the process ends; nil for an index that is none.
    func name(_ key: Key, _ index: Int, _ host: HostConnection) -> UnsafePointer<CChar>? {
        guard case .examples(_, let names) = content(key, host), names.indices.contains(index) else { return nil }
        return names[index]
    }

    /// The examples of a case, read once.
    func content(_ key: Key, _ host: HostConnection) -> Content {
        if let known = contents[key] { return known }
        let type = collector.classes[key.classIndex].type
        let owner = collector.registered(at: key.ownerIndex)
        let content: Content
        let source = ExampleSource(of: type)
        if let typed = owner?.typedExamples[key.caseIndex] {
            content = Self.read(host) { typed(type) }
        } else if source.isForWholeClass, let known = shared[key.classIndex] {
            content = known
        } else {
            let item = owner?.registeredCase(at: key.caseIndex)
            let name = item.map { String(cString: $0.pointee.descriptor.name) } ?? ""
            content = Self.read(host) { try source.read(type, name) }
            if source.isForWholeClass { shared[key.classIndex] = content }
        }
        contents[key] = content
        return content
    }

    /// Reads and checks examples.
    private static func read(_ host: HostConnection, _ source: @MainActor () throws -> [Example]) -> Content {
        var examples: [Example] = []
        if let failure = ExampleFailure.catching(host, { examples = try source() }) {
            return .failure(failure)
        }
        if let fault = ExampleRules.fault(in: examples) { return .failure(ExampleFailure(fault)) }
        let names = examples.compactMap { UnsafePointer<CChar>(strdup($0.name)) }
        return .examples(examples, names: names)
    }
}
