// SPDX-License-Identifier: MIT

/// How the code under an assertion about errors ended.
struct Outcome<Value> {
    /// The value that the code returned; nil if it threw.
    let value: Value?
    /// The error that the code threw; nil if it returned.
    let error: (any Error)?

    /// Runs synchronous code.
    static func of(_ body: () throws -> Value) -> Outcome {
        do {
            return Outcome(value: try body(), error: nil)
        } catch {
            return Outcome(value: nil, error: error)
        }
    }

    /// Runs `async` code where the caller runs.
    static func ofAsync(isolation: isolated (any Actor)?, _ body: () async throws -> Value) async -> Outcome {
        do {
            return Outcome(value: try await body(), error: nil)
        } catch {
            return Outcome(value: nil, error: error)
        }
    }

    /// The finding if any error was expected.
    var findingUnlessThrown: Assertion.Finding? {
        error == nil ? .init("expected an error, got none") : nil
    }

    /// The finding if no error was expected.
    var findingIfThrown: Assertion.Finding? {
        error.map { .init("expected no error, got \(Self.text($0))") }
    }

    /// Returns the finding if an error of a type was expected.
    func finding<Failure: Error>(unlessThrown type: Failure.Type) -> Assertion.Finding? {
        if error is Failure { return nil }
        return .init("expected an error of type \(type), got \(error.map(Self.text) ?? "none")")
    }

    /// Returns the finding if a certain error was expected.
    func finding<Failure: Error & Equatable>(unlessThrown expected: Failure) -> Assertion.Finding? {
        if let thrown = error as? Failure, thrown == expected { return nil }
        return .init("expected the error \(Self.text(expected)), got \(error.map(Self.text) ?? "none")")
    }

    /// An error in a line, with its type.
    private static func text(_ error: any Error) -> String {
        ErrorText.line(error, limit: ValueText.messageLimit)
    }
}
