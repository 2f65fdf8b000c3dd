// SPDX-License-Identifier: MIT

/// The error of a case that runs on a thread of its own, and that a registration has added for the main thread.
struct MisplacedCase: Error, CustomStringConvertible {
    /// The case's name, without `focus_`.
    let name: String

    /// A sentence with the remedy.
    var description: String {
        "the name \(name) asks for a thread of its own, but the case is registered for the main thread: register it by "
            + "addOnOwnThread instead of add, or rename it"
    }
}
