// SPDX-License-Identifier: MIT

import BundleABI

/// The way in which a case is to end its process.
///
/// A class declares it by ``TestCase/ending(for:)``.
///
/// Rule 69.
public struct ProcessEnding: Equatable, Sendable {
    /// The kind of the ending, as the contract numbers it.
    let kind: UInt32
    /// The signal or the exit status; 0 where the kind has neither.
    let value: Int32

    /// The process is ended by a signal, such as `SIGABRT`.
    ///
    /// A failed precondition, a trap and a `fatalError` raise `SIGILL` on x86-64 and `SIGTRAP` on arm64; use ``failure`` where the code
    /// is to run on both.
    ///
    /// - Parameter number: The signal's number, from 1 to 64. Another one is ignored, with a warning.
    public static func signal(_ number: Int32) -> ProcessEnding {
        ProcessEnding(kind: TESTKIT_ENDING_SIGNAL.rawValue, value: number)
    }

    /// The process exits with a status.
    ///
    /// - Parameter number: The status, from 0 to 255. Another one is ignored, with a warning.
    public static func status(_ number: Int32) -> ProcessEnding {
        ProcessEnding(kind: TESTKIT_ENDING_STATUS.rawValue, value: number)
    }

    /// The process is ended by any signal, or exits with any status but 0.
    public static let failure = ProcessEnding(kind: TESTKIT_ENDING_FAILURE.rawValue, value: 0)
}
