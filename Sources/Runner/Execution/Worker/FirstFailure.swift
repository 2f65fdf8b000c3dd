// SPDX-License-Identifier: MIT

import RunnerModel
import Synchronization

/// The kind of an activity's first failure, which decides how the activity is counted (rule 5).
enum FirstFailure: UInt8, AtomicRepresentable {
    /// There is none.
    case none
    /// A failed assertion.
    case expected
    /// Something else.
    case unexpected

    /// The kind of an issue's failure.
    init(_ issue: Issue) { self = !issue.isFailure ? .none : issue.isExpected ? .expected : .unexpected }
}
