// SPDX-License-Identifier: MIT

import Foundation

/// Waits until a condition holds, but not for ever; whether it does.
func waitUntil(within limit: Duration = .seconds(20), _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while try !condition() {
        if ContinuousClock.now > end { return false }
        usleep(1000)
    }
    return true
}
