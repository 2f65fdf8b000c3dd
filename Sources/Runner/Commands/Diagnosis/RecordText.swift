// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport

/// Small files in the directory for the record of runs.
enum RecordText {
    /// Writes a file, in a directory that is made if it is not there; returns whether that could be done.
    @discardableResult
    static func write(_ text: String, to path: String, in directory: String) -> Bool {
        mkdir(directory, 0o777)
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = open(path, flags, 0o666)
        guard descriptor >= 0 else { return false }
        var output = TextOutput(descriptor)
        output.write(text)
        output.flush()
        close(descriptor)
        return true
    }
}
