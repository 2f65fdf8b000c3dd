// SPDX-License-Identifier: MIT

/// The body of a case.
///
/// Its instance is of the class that registered the case, or of a subclass.
enum CaseBody {
    /// Runs on the main thread.
    case synchronous(@MainActor (TestCase) throws -> Void)
    /// Runs where its isolation says; the main thread serves the main queue meanwhile.
    case asynchronous((TestCase) async throws -> Void)
    /// Ends when it has returned and `finish()` was called; the main thread serves its loop meanwhile.
    case waiting(WaitingCase.Start)
}
