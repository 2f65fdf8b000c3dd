// SPDX-License-Identifier: MIT

import Foundation

/// Waits until a condition holds, but not for ever; whether it does.
///
/// The limit is for what never comes: on a busy machine, everything else comes late.
func waitUntil(within limit: Duration = .seconds(300), _ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while try !condition() {
        if ContinuousClock.now > end { return false }
        usleep(1000)
    }
    return true
}
