// SPDX-License-Identifier: MIT

import TestKit
import TypeLaws

/// The sizes of common types, for a small device.
///
/// Skipped in an ordinary run, and the only suite of this bundle with `--platform iPhone`: see
/// ``TypeLaws/Focus_DeviceTests_iPhone``.
final class LayoutBudgetTests: Focus_DeviceTests_iPhone {
    func testCollectionsAreOneWord() {
        expectEqual(MemoryLayout<[Int]>.size, MemoryLayout<UnsafeRawPointer>.size)
        expectEqual(MemoryLayout<[String: Int]>.size, MemoryLayout<UnsafeRawPointer>.size)
        expectEqual(MemoryLayout<Set<Int>>.size, MemoryLayout<UnsafeRawPointer>.size)
    }

    func testFourStringsShareACacheLine() {
        expectLessThanOrEqual(4 * MemoryLayout<String>.stride, Self.smallestCacheLine)
    }

    func testOptionalsOfReferencesAreFree() {
        expectEqual(MemoryLayout<AnyObject?>.size, MemoryLayout<AnyObject>.size)
        expectEqual(MemoryLayout<String?>.size, MemoryLayout<String>.size)
    }
}
