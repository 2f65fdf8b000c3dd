// SPDX-License-Identifier: MIT

import Glibc

/// Standard output, for commands that print something instead of a run.
public enum StandardOutput {
    /// Prints something; an incomplete write is a fault, unless the reader has gone.
    public static func print(_ body: (inout TextOutput) throws -> Void) throws {
        var output = TextOutput(STDOUT_FILENO)
        try body(&output)
        output.flush()
        if let fault = output.fault(STDOUT_FILENO) { throw fault }
    }

    /// Opens /dev/null for a standard stream that the caller has closed.
    ///
    /// Else the first file that is opened, a report say, would take its place and get what is printed.
    public static func keepPlaces() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}

extension TextOutput {
    /// The fault by which not all could be written to a standard stream; nil also where its reader has gone away.
    public func fault(_ descriptor: Int32) -> SystemFault? {
        guard let failure, failure != EPIPE else { return nil }
        errno = failure
        return SystemFault("failed to write to standard \(descriptor == STDOUT_FILENO ? "output" : "error")")
    }
}
