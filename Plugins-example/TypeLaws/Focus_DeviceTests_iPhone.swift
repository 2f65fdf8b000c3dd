// SPDX-License-Identifier: MIT

import TestKit

/// The base of tests that only concern a small device.
///
/// Its name says two things, and every subclass in any bundle inherits both:
///
/// - `_iPhone`: the tests run only where that platform is current. An ordinary run on a server skips them, and a focus
///   that cannot run narrows nothing.
/// - `Focus_`: with `--platform iPhone` they run, and nothing else does. The server has run the rest already.
///
/// It has no case, so it is abstract without saying so.
open class Focus_DeviceTests_iPhone: TestCase {
    /// How many bytes the smallest device reads at once.
    public static let smallestCacheLine = 64
}
