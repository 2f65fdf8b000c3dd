// SPDX-License-Identifier: MIT

import TestKit

/// Rules 14 and 15: examples for the whole class, inherited.
class WholeClassTests: TestCase {
    override class func examples() throws -> [Example] {
        [Example("red", ["length": 3]), Example("green", ["length": 5])]
    }

    /// How often the hooks were called with an example.
    private var prepared = 0

    override func setUpTestCase(_ name: String) {
        if currentExample != nil { prepared += 1 }
    }

    func outlineTestLength() throws {
        expectEqual(example.name.count, try example["length"])
        expectGreaterThan(prepared, 0)
    }

    func parameterisedTestLengthAsDouble() throws {
        expectEqual(Double(example.name.count), try example["length"])
    }
}

/// Inherits cases and examples.
final class HeirTests: WholeClassTests {}

/// Inherits the cases, and has examples of its own, which it waits for.
final class AsyncHeirTests: WholeClassTests {
    override class func examples() async throws -> [Example] {
        try await Task.sleep(for: .milliseconds(1))
        return await [Self.late()]
    }

    /// An example that comes from the main actor.
    @MainActor private static func late() -> Example { Example("blue", ["length": 4]) }
}

/// A subclass's synchronous source counts before the asynchronous one that it inherits.
final class SyncAgainTests: AsyncSourceBase {
    override class func examples(for name: String) -> [Example] { [Example("own")] }

    func outlineTestOwn() { expectEqual(example.name, "own") }
}

/// Has an asynchronous source by name.
class AsyncSourceBase: TestCase {
    override class func examples(for name: String) async throws -> [Example] {
        await Task.yield()
        return [Example("of \(name)")]
    }

    func outlineTestAwaits() async {
        await Task.yield()
        print("awaited \(example.name)")
    }
}
