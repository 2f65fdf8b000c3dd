// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import RunnerSupport

/// Times of day, as the system has them.
struct UTCTimeTests {
    @Test("every day of four hundred years is the systems")
    func calendar() {
        for day in 0..<146_097 {
            var seconds = time_t(day) * 86_400 + time_t(day % 86_400)
            var parts = tm()
            gmtime_r(&seconds, &parts)
            var text = [CChar](repeating: 0, count: 32)
            let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
            let expected = String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let computed = UTCTime.text(UInt64(seconds) * 1_000_000_000)
            // One expectation for each of them takes seconds.
            if computed != expected { #expect(computed == expected) }
        }
    }
}
