// SPDX-License-Identifier: MIT

import Glibc

/// Appends a line to the file that `FIXTURE_TRACE` names; does nothing without it.
///
/// One write for each line, so that lines of several workers stay whole.
public func trace(_ line: String) {
    guard let path = getenv("FIXTURE_TRACE") else { return }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    defer { close(descriptor) }
    let bytes = Array((line + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
}
