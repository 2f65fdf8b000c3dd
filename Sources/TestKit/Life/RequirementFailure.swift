// SPDX-License-Identifier: MIT

/// The error that a failed `require…` throws to end the case.
///
/// The failure itself has been recorded before.
struct RequirementFailure: Error {}
