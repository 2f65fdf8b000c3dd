// SPDX-License-Identifier: MIT

import Glibc

/// A call to the system that failed for reasons outside the project.
public struct SystemFault: Error, CustomStringConvertible {
    /// The action that failed, and the system's reason.
    public let description: String

    /// Takes the reason from `errno`, which is read first of all.
    public init(_ what: String) {
        let code = errno
        description = "\(what): \(Self.reason(code))"
    }

    /// States a reason that the system has no number for.
    public init(_ what: String, because reason: String) { description = "\(what): \(reason)" }

    /// The system's words for an error number.
    public static func reason(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }
}

extension SystemRandomNumberGenerator {
    /// A random seed.
    public static func seed() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
}
