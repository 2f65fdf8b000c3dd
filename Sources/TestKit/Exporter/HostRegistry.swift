// SPDX-License-Identifier: MIT

import BundleABI

/// The host's look-ups across bundles, in Swift types, for the main thread only.
struct HostRegistry {
    /// The host.
    let host: UnsafePointer<testkit_host>

    /// The number of classes.
    var classCount: UInt32 { host.pointee.registered_count?(host) ?? 0 }

    /// The class at an index; nil for an index that is none.
    func test(at index: UInt32) -> RegisteredTest? {
        var info = testkit_class_info()
        guard index != UInt32.max, host.pointee.registered_class?(host, index, &info) ?? 0 != 0,
            let bundle = info.bundle, let name = info.name
        else { return nil }
        return RegisteredTest(
            index: index, superclassIndex: info.superclass, bundle: String(cString: bundle),
            name: String(cString: name), runGroup: Int(info.run_group), caseCount: Int(info.case_count),
            isAbstract: info.is_abstract != 0, isFocused: info.is_focused != 0)
    }

    /// The class of a name; if several have it, that of the library whose class runs comes first.
    func test(named name: String) -> RegisteredTest? {
        let running = UnsafeRawPointer(bitPattern: SuiteLibrary.running.load())
        return test(
            at: host.pointee.find_class?(host, name, running ?? UnsafeRawPointer(#dsohandle)) ?? TESTKIT_NO_CLASS)
    }
}

extension HostConnection {
    /// The host's look-ups.
    var registry: HostRegistry { HostRegistry(host: host) }
}
