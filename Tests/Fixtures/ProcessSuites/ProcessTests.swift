// SPDX-License-Identifier: MIT

import Foundation
import TestKit

/// Starts a child by Foundation, which keeps two threads and two descriptors from then on.
final class ProcessTests: TestCase {
    func testEnds() throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/sh")
        child.arguments = ["-c", "exit 3"]
        try child.run()
        child.waitUntilExit()
        expectEqual(child.terminationStatus, 3)
    }
}

/// Leaves threads of Foundation's class running that are its own.
final class LeavingTests: TestCase {
    func testBlock() { Thread { sleep(600) }.start() }
    func testDetached() { Thread.detachNewThread { sleep(600) } }
}
