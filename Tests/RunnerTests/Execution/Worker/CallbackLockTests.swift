// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing
import WorkerShims

/// Locks that fork(3) knows.
struct CallbackLockTests {
    @Test("fork(3) knows all locks, whichever threads make them")
    func making() throws {
        let made = Mutex<Set<UInt>>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                guard let lock = callback_lock_make() else { continue }
                made.withLock { _ = $0.insert(UInt(bitPattern: lock)) }
            }
        }
        // As a fork goes through them.
        var (known, next): (Set<UInt>, UnsafeMutablePointer<callback_lock>?) = ([], callback_lock_make())
        while let lock = next, known.insert(UInt(bitPattern: lock)).inserted { next = lock.pointee.next }
        #expect(next == nil, "one comes behind itself")
        let all = made.withLock { $0 }
        #expect(all.count == 4_000 && all.isSubset(of: known))
    }
}
