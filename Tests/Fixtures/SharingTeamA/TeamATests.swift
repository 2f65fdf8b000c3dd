// SPDX-License-Identifier: MIT

import MiddleBases
import SharedBases
import TestKit

/// It has cases of its own besides those of its base class in another library.
final class OrderLawTests: LawTests {
    func testOwn() { expectEqual(steps.first, "setUpTest") }
    func testChecksInTheLibrary() { checkLaw(tags.isEmpty) }

    /// The tags that it inherits; the check fails if the base class's are not seen.
    private var tags: Set<Tag> { Self.tags.symmetricDifference(["law"]) }
}

/// It only inherits.
final class SumLawTests: LawTests {}

/// It only inherits, where it can run.
final class HereTests: PlaceTests_Linux {}

/// It inherits where it cannot run.
final class ThereTests: PlaceTests_iPhone {}

/// It inherits a case with examples.
final class RowTests: TableTests {}

/// Its superclass is in a second library, and the superclass of that in a third.
final class ChainTests: MiddleLawTests {
    func testOwn() { expectTrue(Self.tags.contains("middle")) }
}
