// SPDX-License-Identifier: MIT

import Glibc

/// Standard error, where the runner prints what is no part of a report.
public enum StandardError {
    /// Prints a message in a line of its own, after the program's name.
    public static func say(_ text: String) {
        var errors = TextOutput(STDERR_FILENO)
        errors.line("runner: \(TerminalText.line(text))")
        errors.flush()
    }
}
