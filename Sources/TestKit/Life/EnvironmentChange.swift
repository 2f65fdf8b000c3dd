// SPDX-License-Identifier: MIT

import Glibc

/// Runs a body with changed environment variables, and restores their values.
///
///     try withEnvironment(["TZ": "UTC", "PAGER": nil]) { try render() }
///
/// A variable is set to its value, or removed where that is nil. The environment is that of the whole process: threads that
/// the body does not wait for see the change as well, for as long as it lasts.
public func withEnvironment<Result>(_ variables: [String: String?], _ body: () throws -> Result) rethrows -> Result {
    let change = EnvironmentChange(variables)
    defer { change.undo() }
    return try body()
}

/// Runs an asynchronous body with changed environment variables, and restores their values.
public func withEnvironment<Result>(
    _ variables: [String: String?], isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
    let change = EnvironmentChange(variables)
    defer { change.undo() }
    return try await body()
}

/// A change of the process's environment that can be undone.
struct EnvironmentChange {
    /// The earlier values of the variables; nil for one that was not set.
    private let before: [String: String?]

    /// Makes the change.
    init(_ variables: [String: String?]) {
        var before: [String: String?] = [:]
        for name in variables.keys { before.updateValue(getenv(name).map { String(cString: $0) }, forKey: name) }
        self.before = before
        Self.set(variables)
    }

    /// Restores the earlier values.
    func undo() { Self.set(before) }

    /// Sets and removes variables.
    private static func set(_ variables: [String: String?]) {
        for (name, value) in variables {
            if let value { setenv(name, value, 1) } else { unsetenv(name) }
        }
    }
}
