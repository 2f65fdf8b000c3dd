// SPDX-License-Identifier: MIT

/// The outcome of the code under an assertion about errors.
struct Outcome<Value> {
    /// The place of the assertion.
    let location: SourceLocation
    /// The value that the code returned; nil if it threw.
    var value: Value?
    /// The error that the code threw; nil if it returned.
    var error: (any Error)?

    /// Notes the place before the code runs.
    private init(at location: SourceLocation) {
        Assertion.note(location)
        self.location = location
    }

    /// Runs synchronous code.
    static func of(_ location: SourceLocation, _ body: () throws -> Value) -> Outcome {
        var outcome = Outcome(at: location)
        do { outcome.value = try body() } catch { outcome.error = error }
        return outcome
    }

    /// Runs `async` code where the caller runs.
    static func of(
        _ location: SourceLocation, isolation: isolated (any Actor)?, _ body: () async throws -> Value
    ) async -> Outcome {
        var outcome = Outcome(at: location)
        do { outcome.value = try await body() } catch { outcome.error = error }
        return outcome
    }

    /// Records what was found; returns a part of the outcome.
    func expect<Part>(_ comment: () -> String, _ finding: Assertion.Finding?, _ part: Part) -> Part {
        Assertion.expect(location, comment) { finding }
        return part
    }

    /// As `expect`, but throws where something was found.
    func require<Part>(_ comment: () -> String, _ finding: Assertion.Finding?, _ part: Part?) throws -> Part {
        try Assertion.require(location, comment) { finding }
        guard let part else { throw RequirementFailure() }
        return part
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
