// SPDX-License-Identifier: MIT

import BundleABI
import Testing

@testable import RunnerSupport
@testable import RunnerModel

/// The registry from a listing, whole or garbled.
struct RegistryBuilderTests {
    /// Two bundles' files.
    static let files = ["A", "B"].map { BundleFile(path: "\($0).so", name: $0) }

    /// A listing of two bundles with all that a listing can hold.
    static func listing() throws -> [UInt8] {
        let classes = [
            FakeClass(
                "M.Base", ["testA", FakeCase("outlineTestB", focused: true, examples: ["one", "two"])], group: 2),
            FakeClass("M.Leaf", ["testC"], superclass: 0),
        ]
        return try FakeBundle.listing([FakeBundle(classes), FakeBundle(classes)])
    }

    /// Builds a registry and walks all of it, as the host will.
    func walk(_ listing: [UInt8], excluded: BundleSet = []) throws -> Registry {
        let registry = try RegistryBuilder.build(
            listing: listing, files: Self.files, excluded: excluded, platforms: Platforms())
        for index in registry.classes.indices {
            _ = IdentityResolver(registry).resolve(registry.identity(ofClass: index))
        }
        let plan = PlanBuilder.plan(registry, selection: try Selection(in: registry), focus: .all, seed: 1)
        for slot in plan.slots { _ = registry.identity(of: slot) }
        return registry
    }

    @Test("whole listing")
    func wholeListing() throws {
        let registry = try walk(Self.listing())
        #expect(registry.bundles.map(\.name) == ["A", "B"])
        #expect(registry.bundles.map(\.producer) == ["FakeBundle 1", "FakeBundle 1"])
        #expect(registry.bundles.map(\.classes) == [0..<2, 2..<4])
        #expect(registry.classes.map(\.superclass) == [nil, 0, nil, 2])
        #expect(registry.classes.map(\.runGroup) == [2, 2, 2, 2])
        #expect(registry.classes.map { registry.string($0.file) } == Array(repeating: "Suite.swift", count: 4))
        #expect(
            registry.identity(ofCase: registry.classes[3].cases.lowerBound + 1, example: 1)
                == "B/M.Leaf/outlineTestB[two]")
        #expect(registry.subclasses() == [[1], [], [3], []])
    }

    @Test("excluded bundle is left out")
    func excludedBundle() throws {
        #expect(try walk(Self.listing(), excluded: [0]).bundles.map(\.name) == ["B"])
    }

    @Test("bundles come by file whatever the listings order")
    func bundleOrder() throws {
        let listing = try Self.listing()
        let half = listing.count / 2
        #expect(try walk(Array(listing[half...] + listing[..<half])).bundles.map(\.name) == ["A", "B"])
    }

    @Test("truncated listing is garbled at every length")
    func truncated() throws {
        let listing = try Self.listing()
        let half = listing.count / 2
        for length in 1..<listing.count where length != half {
            #expect(throws: RegistryBuilder.Garbled.self, "at \(length)") { try walk(Array(listing[..<length])) }
        }
        #expect(try walk(Array(listing[..<half])).bundles.count == 1)
        #expect(try walk([]).bundles.isEmpty)
    }

    @Test("shortened record names its bundle")
    func shortenedRecord() throws {
        // The record's own length is right, what is in it ends too early.
        let listing = try Self.listing()
        let half = listing.count / 2
        for length in 8..<half {
            var record = Array(listing[..<length])
            withUnsafeBytes(of: UInt32(length)) { record.replaceSubrange(0..<4, with: $0) }
            #expect(throws: RegistryBuilder.Garbled(fileIndex: 0), "at \(length)") {
                try walk(record + listing[half...])
            }
        }
    }

    @Test("bytes behind a record are garbled")
    func trailingBytes() throws {
        let listing = try Self.listing()
        var record = Array(listing[..<(listing.count / 2)]) + [0, 0, 0, 0]
        withUnsafeBytes(of: UInt32(record.count)) { record.replaceSubrange(0..<4, with: $0) }
        #expect(throws: RegistryBuilder.Garbled(fileIndex: 0)) { try walk(record) }
    }

    @Test("one bundle twice is garbled")
    func repeatedBundle() throws {
        let listing = try Self.listing()
        let half = listing[..<(listing.count / 2)]
        #expect(throws: RegistryBuilder.Garbled(fileIndex: 0)) { try walk(Array(half + half)) }
    }

    @Test("cycle in a garbled listing is found")
    func cycle() throws {
        let classes = [FakeClass("M.A", flags: TESTKIT_CLASS_ABSTRACT.rawValue), FakeClass("M.B", superclass: 0)]
        var listing = try FakeBundle.listing([FakeBundle(classes)])
        // The superclass stands behind the producer, the two counts, the name, the file and the line.
        let place = 8 + (4 + 12) + 4 + 4 + (4 + 3) + (4 + 11) + 4
        #expect(listing[place..<place + 4].allSatisfy { $0 == 0xFF })
        withUnsafeBytes(of: UInt32(1)) { listing.replaceSubrange(place..<place + 4, with: $0) }
        #expect(throws: RegistryBuilder.Garbled(fileIndex: 0)) { try walk(listing) }
    }
}
