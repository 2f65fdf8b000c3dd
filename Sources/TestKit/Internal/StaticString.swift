// SPDX-License-Identifier: MIT

import Glibc

extension StaticString {
    /// The literal in the image: UTF-8, ends with a zero byte, valid until the process ends.
    var cString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }

    /// Whether the literal begins with another one, byte for byte.
    func hasPrefix(_ prefix: StaticString) -> Bool {
        utf8CodeUnitCount >= prefix.utf8CodeUnitCount
            && memcmp(utf8Start, prefix.utf8Start, prefix.utf8CodeUnitCount) == 0
    }

    /// Whether the literal ends in another one, byte for byte.
    func hasSuffix(_ suffix: StaticString) -> Bool {
        utf8CodeUnitCount >= suffix.utf8CodeUnitCount
            && memcmp(
                utf8Start + (utf8CodeUnitCount - suffix.utf8CodeUnitCount),
                suffix.utf8Start,
                suffix.utf8CodeUnitCount
            ) == 0
    }
}
