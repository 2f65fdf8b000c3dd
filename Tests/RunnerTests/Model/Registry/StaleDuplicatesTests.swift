// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel

/// Two bundles that are built of the same sources.
struct StaleDuplicatesTests {
    /// The warnings about bundles in a directory, each with its classes and the time at which it was written.
    private func warnings(
        _ scratch: TemporaryDirectory, _ bundles: [(name: String, classes: [String], time: TimeInterval)],
        source: String
    ) throws -> [String] {
        let files = bundles.map { BundleFile(path: scratch.path($0.name + ".so"), name: $0.name) }
        for (file, bundle) in zip(files, bundles) {
            try scratch.write([], to: bundle.name + ".so")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: bundle.time)], ofItemAtPath: file.path)
        }
        let registry = try Registry.of(
            bundles.map { bundle in
                let classes = bundle.classes.map { name in
                    var one = FakeClass(name, ["testA"])
                    one.file = source
                    return one
                }
                return (bundle.name, classes)
            })
        return StaleDuplicates.warnings(registry, files)
    }

    @Test("the older is named with its date")
    func olderCopy() throws {
        let scratch = TemporaryDirectory()
        try scratch.write([], to: "Suite.swift")
        let source = scratch.path("Suite.swift")
        let bundles = [("Cart", ["Cart.OneTests", "Cart.TwoTests"], 2e9), ("Basket", ["Basket.OneTests"], 1.5e9)]
        #expect(
            try warnings(scratch, bundles.sorted { $0.0 < $1.0 }, source: source) == [
                "'Basket' and 'Cart' are built from the same sources, 'Basket' first, on 2017-07-14 02:40:00 UTC. "
                    + "If its product was renamed, delete '\(scratch.path("Basket.so"))'"
            ])
    }

    @Test("other classes one build or sources that are not there say nothing")
    func noDuplicate() throws {
        let scratch = TemporaryDirectory()
        try scratch.write([], to: "Suite.swift")
        let different = [("Basket", ["Basket.OneTests"], 1e9), ("Cart", ["Cart.TwoTests"], 2e9)]
        #expect(try warnings(scratch, different, source: scratch.path("Suite.swift")).isEmpty)
        let together = [("Basket", ["Basket.OneTests"], 1e9), ("Cart", ["Cart.OneTests"], 1e9 + 500)]
        #expect(try warnings(scratch, together, source: scratch.path("Suite.swift")).isEmpty)
        let same = [("Basket", ["Basket.OneTests"], 1e9), ("Cart", ["Cart.OneTests"], 2e9)]
        #expect(try warnings(scratch, same, source: "elsewhere/Suite.c").isEmpty)
    }
}
