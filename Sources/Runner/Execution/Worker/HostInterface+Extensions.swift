// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The extensions that the host offers to bundles.
extension HostInterface {
    /// The table of an extension; nil if there is no such extension.
    func named(_ identifier: UnsafePointer<CChar>) -> UnsafeRawPointer? {
        func isNamed(_ name: String) -> Bool { strcmp(identifier, name) == 0 }
        if isNamed(TESTKIT_EXTENSION_REGISTRY) { return UnsafeRawPointer(registry.interface) }
        if isNamed(TESTKIT_EXTENSION_ATTACHMENTS) { return UnsafeRawPointer(attachments.interface) }
        if isNamed(TESTKIT_EXTENSION_EVENTS) { return UnsafeRawPointer(events.interface) }
        if isNamed(TESTKIT_EXTENSION_RESULTS) { return UnsafeRawPointer(results.interface) }
        if isNamed(TESTKIT_EXTENSION_CHANCE) { return UnsafeRawPointer(chance.interface) }
        if isNamed(TESTKIT_EXTENSION_ORIGINS) { return UnsafeRawPointer(origins) }
        if isNamed(TESTKIT_EXTENSION_MEASURING) { return UnsafeRawPointer(measuring.interface) }
        if isNamed(TESTKIT_EXTENSION_NOTES) { return UnsafeRawPointer(notes) }
        if isNamed(TESTKIT_EXTENSION_RECORDS) { return records.map { UnsafeRawPointer($0) } }
        if isNamed(TESTKIT_EXTENSION_WORKER) { return UnsafeRawPointer(worker) }
        return nil
    }
}
