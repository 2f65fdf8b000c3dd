// SPDX-License-Identifier: MIT

/// The kind of file that standard output and standard error are while a class runs.
public enum OutputKind: String, CaseIterable, Sendable {
    /// The worker's file, which takes no time.
    case file
    /// A pipe to the host, which appends its content to the file, for tests that need a pipe.
    case pipe
}
