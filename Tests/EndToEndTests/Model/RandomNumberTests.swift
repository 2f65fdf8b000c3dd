// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Rule 57: TestKit's generator of random numbers, which is always the seed's.
struct RandomNumberTests {
    /// The places in the fixture that draw.
    private static let places = ["setUpTest", "setUpTestCase", "body", "thread", "waiting", "task", "shared"]

    /// What the fixture drew, by case and place: "testAdd body" to two numbers.
    private func drawn(
        _ options: String..., environment: [String: String] = [:]
    ) throws -> [String: [UInt64]] {
        let directory = TemporaryDirectory()
        // The name of the bundle is a part of the identities.
        let bundle = directory.file("libCheckout.so")
        try FileManager.default.copyItem(atPath: SwiftFixtures.bundle("Checkout"), toPath: bundle)
        let words = ["--no-state", "--show-output", "all", "--color", "never", bundle] + options
        let (result, report) = try Runner.report(words, environment: environment)
        var numbers: [String: [UInt64]] = [:]
        for outcome in report.outcomes {
            // Without the number of its attempt.
            let name = (outcome.identity.split(separator: "/").last ?? "").prefix { $0 != " " }
            for words in outcome.details.map({ $0.split(separator: " ") }) {
                guard words.count == 5, words[0] == "|", words[1] == "numbers" else { continue }
                numbers["\(name) \(words[2])", default: []] += words[3...].compactMap { UInt64($0) }
            }
        }
        try #require(!numbers.isEmpty, "\(result.output)\(result.errors)")
        return numbers
    }

    /// The rows of the table of streams in docs/ORDER.md: seed, identity, phase, attempt and two numbers.
    private static func row(_ seed: UInt64, _ identity: String, phase: Int, attempt: Int) throws -> [UInt64] {
        let page = try String(contentsOfFile: CFixture.root + "/docs/ORDER.md", encoding: .utf8)
        let start = "| \(seed) | `\(identity)` | \(phase) | \(attempt) | "
        let line = try #require(page.split(separator: "\n").first { $0.hasPrefix(start) }, "no row \(start)")
        return line.dropFirst(start.count).split(separator: "|").compactMap { column in
            UInt64(column.filter { $0 != " " && $0 != "`" }.dropFirst(2), radix: 16)
        }
    }

    @Test("each case draws the numbers that docs/ORDER.md lists for it, its hooks and its attempts")
    func golden() throws {
        let add = "Checkout/Shop.CartTests/testAdd"
        let first = try drawn("--seed", "42", "CartTests/testAdd")
        #expect(try first["testAdd body"] == Self.row(42, add, phase: 4, attempt: 0))
        #expect(try first["testAdd setUpTestCase"] == Self.row(42, add, phase: 3, attempt: 0))
        let other = try drawn("--seed", "43", "CartTests/testAdd")
        #expect(try other["testAdd body"] == Self.row(43, add, phase: 4, attempt: 0))
        let again = try drawn("--seed", "42", "--retry", "1", "CartTests/testAdd", environment: ["FAIL": "1"])
        #expect(try again["testAdd body"]?.suffix(2) == ArraySlice(Self.row(42, add, phase: 4, attempt: 1)))
    }

    @Test(
        "the numbers depend on nothing but seed and case, on whatever thread they are drawn",
        arguments: [
            ["--isolation", "class"], ["--isolation", "case"], ["--jobs", "2"], ["--shuffle", "off"],
            ["--chance", "random=seeded"], ["--chance", "hashing=system"],
        ])
    func alike(options: [String]) throws {
        let first = try drawn("--seed", "7")
        let places = Set(first.keys.compactMap { $0.split(separator: " ").last.map(String.init) })
        #expect(places.isSuperset(of: Self.places.dropFirst()))
        let second = try drawn("--seed", "7", options[0], options[1])
        let ofCases = first.filter { !$0.key.hasSuffix(" setUpTest") }
        for (place, numbers) in ofCases { #expect(second[place] == numbers, "\(place)") }
        #expect(Set(ofCases.values).count == ofCases.count, "\(first)")
    }

    @Test("another seed draws other numbers; a case by itself draws the same")
    func seeds() throws {
        let first = try drawn("--seed", "7")
        let other = try drawn("--seed", "8")
        for (place, numbers) in first { #expect(other[place] != numbers, "\(place)") }
        let alone = try drawn("--seed", "7", "CartTests/testInATask")
        #expect(alone["testInATask task"] == first["testInATask task"])
    }

    @Test("also in the one process of --isolation none")
    func inPlace() throws {
        let directory = TemporaryDirectory()
        let bundle = directory.file("libCheckout.so")
        try FileManager.default.copyItem(atPath: SwiftFixtures.bundle("Checkout"), toPath: bundle)
        let result = try Runner.run(
            ["--no-state", "--isolation", "none", "--seed", "42", bundle, "CartTests/testAdd"])
        let numbers = try Self.row(42, "Checkout/Shop.CartTests/testAdd", phase: 4, attempt: 0)
        #expect(result.output.contains("numbers body \(numbers[0]) \(numbers[1])"), "\(result.output)")
        let ofClass = try Self.row(42, "Checkout/Shop.CartTests", phase: 2, attempt: 0)
        #expect(result.output.contains("numbers setUpTest \(ofClass[0]) \(ofClass[1])"), "\(result.output)")
    }
}
