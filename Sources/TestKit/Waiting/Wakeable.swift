// SPDX-License-Identifier: MIT

/// A waiter, which any thread can wake when its condition may be true.
protocol Wakeable: AnyObject, Sendable {
    /// Makes the waiter look at its condition again.
    ///
    /// A call without a sleeper is not lost: the next sleep ends at once.
    func wake()
}
