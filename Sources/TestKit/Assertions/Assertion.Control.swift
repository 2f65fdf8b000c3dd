// SPDX-License-Identifier: MIT

/// Records a failure, and goes on.
public func fail(_ message: String = "failed", file: StaticString = #filePath, line: UInt = #line) {
    Assertion.expect(SourceLocation(file, line), { "" }, { .init(message) })
}

/// Ends the case, or what its hook prepares, as skipped.
///
/// Let the error out of the case. In a set-up hook it skips what the hook prepares; in a tear-down it is too late, and the
/// results remain.
///
/// - Parameters:
///   - reason: The reason, for the report; may be empty.
///   - file: The file that skips.
///   - line: The line that skips.
public func skip(_ reason: String = "", file: StaticString = #filePath, line: UInt = #line) throws -> Never {
    let location = SourceLocation(file, line)
    Assertion.note(location)
    throw SkipError(reason: reason, location: location)
}

/// Remembers the line that calls it as the last known one of the case.
///
/// A thrown error, a crash and a time-out are reported with the last line that an assertion or this function saw. May be
/// called on any thread.
public func recordLocation(file: StaticString = #filePath, line: UInt = #line) {
    Assertion.note(SourceLocation(file, line))
}
