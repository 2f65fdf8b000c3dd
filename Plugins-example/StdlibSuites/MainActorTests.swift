// SPDX-License-Identifier: MIT

import TestKit

/// A suite on the main actor: its cases may use the actor's state directly.
@MainActor
final class MainActorTests: TestCase {
    /// The model of a view.
    private var lines: [String] = []

    func testSynchronousCasesAreOnTheMainActor() {
        MainActor.assertIsolated()
        lines = ["first"]
        expectCount(lines, 1)
    }

    func testWorkElsewhereComesBack() async {
        let words = await Self.splitElsewhere("one two three")
        MainActor.assertIsolated()
        lines = words
        expectEqual(lines, ["one", "two", "three"])
    }

    func testTheMainActorServesOthersWhileACaseWaits() async {
        var order: [String] = []
        let other = Task { order.append("other") }
        order.append("case")
        await other.value
        expectEqual(order, ["case", "other"])
    }

    /// Splits a text off the main actor.
    @concurrent
    private nonisolated static func splitElsewhere(_ text: String) async -> [String] {
        text.split(separator: " ").map(String.init)
    }
}
