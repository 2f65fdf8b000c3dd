// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc

extension Data {
    /// Whether a word's bytes are among these.
    ///
    /// In C, because the tool searches each source for some twenty words, and is built without optimisation.
    func has(_ word: String) -> Bool {
        let length = word.utf8.count
        return withUnsafeBytes { bytes in
            guard var next = bytes.baseAddress, let first = word.utf8.first else { return word.isEmpty }
            let end = next + bytes.count
            while next + length <= end, let start = memchr(next, Int32(first), end - next - length + 1) {
                if memcmp(start, word, length) == 0 { return true }
                next = UnsafeRawPointer(start) + 1
            }
            return false
        }
    }
}
