// SPDX-License-Identifier: MIT

import Foundation
import Testing
import WorkerShims

/// The names of signals.
struct SignalNameTests {
    @Test("each signal has the name that the C library gives it, and other numbers have none")
    func names() throws {
        let address = try #require(dlsym(nil, "sigabbrev_np"), "this C library is older than glibc 2.32")
        typealias Name = @convention(c) (Int32) -> UnsafePointer<CChar>?
        let expected = unsafeBitCast(address, to: Name.self)
        for signal in Int32(-1)...70 {
            let name = worker_signal_name(signal).map { String(cString: $0) }
            #expect(name == expected(signal).map { String(cString: $0) }, "signal \(signal)")
        }
    }
}
