// SPDX-License-Identifier: MIT

/// Somebody who waits, to be woken from any thread when what is waited for may have come.
protocol Wakeable: AnyObject, Sendable {
    /// Makes the one who waits look again.
    ///
    /// A call while nobody sleeps is not lost: the next sleep ends at once.
    func wake()
}
