// SPDX-License-Identifier: MIT

import BundleABI
import Synchronization

/// The host's registry extension, in Swift types, for the main thread only.
struct HostRegistry {
    /// The host.
    let host: UnsafePointer<testkit_host>
    /// Its registry.
    let registry: UnsafePointer<testkit_registry>

    /// How many classes there are.
    var classCount: UInt32 { registry.pointee.class_count(host) }

    /// The class at an index; nil for an index that is none.
    func test(at index: UInt32) -> RegisteredTest? {
        var info = testkit_class_info()
        guard index != UInt32.max, registry.pointee.get_class(host, index, &info) != 0,
            let bundle = info.bundle, let name = info.name
        else { return nil }
        return RegisteredTest(
            index: index,
            superclassIndex: info.superclass,
            bundle: String(cString: bundle),
            name: String(cString: name),
            runGroup: Int(info.run_group),
            caseCount: Int(info.case_count),
            isAbstract: info.is_abstract != 0,
            isFocused: info.is_focused != 0
        )
    }

    /// The class of a name; if several have it, that of the library whose class runs comes first.
    func test(named name: String) -> RegisteredTest? {
        let running = UnsafeRawPointer(bitPattern: SuiteLibrary.running.load(ordering: .acquiring))
        return test(at: registry.pointee.find_class(host, name, running ?? UnsafeRawPointer(#dsohandle)))
    }
}

extension HostConnection {
    /// The host's registry; nil if it has none.
    var registry: HostRegistry? {
        guard let address = host.pointee.get_extension(host, TESTKIT_EXTENSION_REGISTRY) else { return nil }
        return HostRegistry(host: host, registry: address.assumingMemoryBound(to: testkit_registry.self))
    }
}
