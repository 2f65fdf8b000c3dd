// SPDX-License-Identifier: MIT

/// Errors as text, for people.
///
/// TestKit does without Foundation, which declares `LocalizedError`. A bundle that uses it registers how such an error
/// describes itself: the registrar's code does so for a module that imports Foundation.
public enum ErrorText {
    /// A function that returns an error's own description for users; nil if it has none.
    public typealias Describer = @Sendable (any Error) -> String?

    /// The descriptions of errors; set when the bundle is entered.
    private static let describer = Mutex<Describer?>(nil)

    /// Sets the function of the bundle that describes errors.
    public static func install(_ describe: @escaping Describer) {
        describer.withLock { $0 = describe }
    }

    /// An error in a line: what it says of itself for its users, where it does, and what it is.
    static func line(_ error: any Error, limit: Int = ValueText.detailsLimit) -> String {
        let value = "\(ValueText.line(error, limit: limit)) (\(type(of: error)))"
        guard let describe = describer.withLock({ $0 }), let text = describe(error), !text.isEmpty else { return value }
        return "\(ValueText.plain(text, limit: limit)): \(value)"
    }
}
