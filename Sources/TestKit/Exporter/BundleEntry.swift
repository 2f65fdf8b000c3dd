// SPDX-License-Identifier: MIT

import BundleABI

/// The one exported function of a bundle.
///
/// The host calls it once, on the main thread.
///
/// Not for suites. The result is immutable and valid until the process ends.
@c(testkit_bundle_entry)
public func testKitBundleEntry() -> UnsafePointer<testkit_bundle>? {
    nonisolated(unsafe) var bundle: UnsafePointer<testkit_bundle>?
    MainActor.assumeIsolated {
        let collector = SuiteCollector()
        collector.collectFromImage()
        bundle = BundleTable.make(for: BundleExporter(collector))
    }
    return bundle
}
