// SPDX-License-Identifier: MIT

import Glibc

/// A call to the system that failed for reasons outside the project.
public struct SystemFault: Error, CustomStringConvertible {
    /// The action that failed, and the system's reason.
    public let description: String

    /// Whether the same call may succeed later: the system lacks processes, descriptors or memory.
    public let mayPass: Bool

    /// Takes the reason from `errno`, which is read first of all.
    public init(_ what: String) {
        let code = errno
        description = "\(what): \(Self.reason(code))"
        mayPass = Self.isShortage(code)
    }

    /// States a reason that the system has no number for.
    public init(_ what: String, because reason: String) { (description, mayPass) = ("\(what): \(reason)", true) }

    /// Whether an error number says that something is used up, which others may give back.
    public static func isShortage(_ code: Int32) -> Bool { [EAGAIN, EMFILE, ENFILE, ENOMEM].contains(code) }

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
