// SPDX-License-Identifier: MIT

import BundleABI
import ModuleSection

/// Makes the bundle of the records that are in one library.
///
/// Called by that library's exported entry (bundle_entry.h) on the main thread, by which the host begins; and by TestKit
/// itself, where a class of another library inherits from one in there. Later calls return the same.
///
/// Not for suites. The result is immutable and valid until the process ends.
@_documentation(visibility: internal)
#if compiler(>=6.3)
@c(testkit_make_bundle)
#else
@_cdecl("testkit_make_bundle")
#endif
public func testKitMakeBundle(
    _ first: UnsafePointer<testkit_module_record?>?, _ end: UnsafePointer<testkit_module_record?>?
) -> UnsafePointer<testkit_bundle>? {
    var count = 0
    if let first, let end { count = end - first }
    nonisolated(unsafe) let records = UnsafeBufferPointer(start: first, count: count)
    nonisolated(unsafe) var bundle: UnsafePointer<testkit_bundle>?
    MainActor.assumeIsolated {
        bundle = SuiteLibrary.at(records.baseAddress.map { UnsafeRawPointer($0) }) { records }.bundle
    }
    return bundle
}

#if compiler(<6.3)
/// Makes the bundle of the records that are in one library, and of those of its types, among its conformances to protocols.
///
/// Swift before 6.3 has no attribute that puts a record into a section. For the rest as ``testKitMakeBundle(_:_:)``.
@_documentation(visibility: internal)
@_cdecl("testkit_make_bundle_of_types")
public func testKitMakeBundle(
    _ first: UnsafePointer<testkit_module_record?>?, _ end: UnsafePointer<testkit_module_record?>?,
    _ firstConformance: UnsafePointer<Int32>?, _ conformancesEnd: UnsafePointer<Int32>?
) -> UnsafePointer<testkit_bundle>? {
    nonisolated(unsafe) let sections = (first, end, firstConformance, conformancesEnd)
    nonisolated(unsafe) var bundle: UnsafePointer<testkit_bundle>?
    MainActor.assumeIsolated {
        let (first, end, firstConformance, conformancesEnd) = sections
        let library = SuiteLibrary.at(firstConformance.map { UnsafeRawPointer($0) }) {
            var records: [testkit_module_record?] = []
            if let first, let end { records += UnsafeBufferPointer(start: first, count: end - first) }
            return records + RecordTypes.records(from: firstConformance, to: conformancesEnd)
        }
        bundle = library.bundle
    }
    return bundle
}
#endif
