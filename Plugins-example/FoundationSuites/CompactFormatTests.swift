// SPDX-License-Identifier: MIT

import Foundation
import TestKit
import TypeLaws

/// Texts that must fit a narrow screen.
///
/// Skipped in an ordinary run, and the only suite of this bundle with `--platform iPhone`: see
/// ``TypeLaws/Focus_DeviceTests_iPhone``.
final class CompactFormatTests: Focus_DeviceTests_iPhone {
    /// The locale of the texts.
    private let locale = Locale(identifier: "en_US")

    func testLargeNumbersAreShortened() {
        let text = 1_234_567.formatted(.number.notation(.compactName).locale(locale))
        expectEqual(text, "1.2M")
    }

    func testSizesNameTheirUnit() {
        let text = Int64(5_000_000).formatted(.byteCount(style: .file).locale(locale))
        expectEqual(text, "5 MB")
    }
}
