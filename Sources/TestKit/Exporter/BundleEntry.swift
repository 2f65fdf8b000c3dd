// SPDX-License-Identifier: MIT

import BundleABI
import ModuleSection

/// Makes the bundle of the records that stand in one library.
///
/// Called by that library's exported entry (bundle_entry.h) on the main thread, by which the host begins; and by TestKit
/// itself, where a class of another library inherits from one in there. Later calls return the same.
///
/// Not for suites. The result is immutable and valid until the process ends.
@_documentation(visibility: internal)
@c(testkit_make_bundle)
public func testKitMakeBundle(
    _ first: UnsafePointer<testkit_module_record?>?, _ end: UnsafePointer<testkit_module_record?>?
) -> UnsafePointer<testkit_bundle>? {
    var count = 0
    if let first, let end { count = end - first }
    nonisolated(unsafe) let records = UnsafeBufferPointer(start: first, count: count)
    nonisolated(unsafe) var bundle: UnsafePointer<testkit_bundle>?
    MainActor.assumeIsolated { bundle = SuiteLibrary.of(records).bundle }
    return bundle
}
