// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing

/// The records of Swift Testing's tests and suites in a test executable, each of which makes one of them.
struct TestRecords: @unchecked Sendable {
    /// The characters "test": what kind of record makes a test.
    private static let testKind: UInt32 = 0x7465_7374
    /// The characters "TKit": a record that gives the bundle of TestKit's classes in its image.
    private static let bundleKind: UInt32 = 0x544B_6974
    /// The function that makes the test of a record.
    private typealias Generator = @Sendable () async -> Test
    /// The function of a record, as C declares it.
    private typealias Accessor =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UInt
        ) -> Bool

    /// The records, in the order of the image; never freed, never changed.
    private let records: UnsafeBufferPointer<adapter_record>

    /// The records of an image.
    init(of image: TestImage) {
        var count = 0
        let start = adapter_copy_records(image.handle, &count)
        records = count > 0 ? UnsafeBufferPointer(start: start, count: count) : Self.ofTypes(image)
    }

    /// The records that types of an image have, as the macros of Swift 6.2 make them.
    private static func ofTypes(_ image: TestImage) -> UnsafeBufferPointer<adapter_record> {
        var count = 0
        guard let types = adapter_copy_containers(image.handle, &count) else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        defer { free(types) }
        let records = UnsafeMutableBufferPointer<adapter_record>.allocate(capacity: count)
        for index in 0..<count {
            var copy = adapter_record()
            let type = unsafeBitCast(types[index], to: Any.Type.self)
            if let record = (type as? any __TestContentRecordContainer.Type)?.__testContentRecord {
                copy.kind = record.kind
                copy.accessor = record.accessor.map { unsafeBitCast($0, to: Accessor.self) }
                copy.context = record.context
            }
            records.initializeElement(at: index, to: copy)
        }
        return UnsafeBufferPointer(records)
    }

    /// Whether there is none.
    var isEmpty: Bool { records.allSatisfy { $0.kind == Self.bundleKind } }

    /// The bundles of TestKit's classes, one for each image that registers any.
    var bundles: [UnsafePointer<testkit_bundle>] {
        var bundles: [UnsafePointer<testkit_bundle>] = []
        for record in records where record.kind == Self.bundleKind {
            var (bundle, type) = (nil as UnsafePointer<testkit_bundle>?, 0)
            guard record.accessor?(&bundle, &type, nil, 0) == true, let bundle, !bundles.contains(bundle) else {
                continue
            }
            bundles.append(bundle)
        }
        return bundles
    }

    /// The places of all records.
    var indices: Range<Int> { records.indices }

    /// Makes the tests of some records, with the places of those; a mark says which one is being made.
    ///
    /// A macro may leave a record that makes nothing here.
    func tests(_ indices: [Int], mark: ListingMark? = nil) async -> [(index: Int, test: Test)] {
        await Self.learnGeneratorType()
        var tests: [(index: Int, test: Test)] = []
        tests.reserveCapacity(indices.count)
        for index in indices {
            mark?.step = .making(index)
            if let generator = generator(at: index) { tests.append((index, await generator())) }
        }
        mark?.step = nil
        return tests
    }

    /// The name that the linker knows of what makes the test of a record; nil if its file is stripped.
    func symbol(at index: Int) -> String? {
        guard let accessor = records[index].accessor else { return nil }
        let address = unsafeBitCast(accessor, to: UInt.self)
        var base: UInt = 0
        guard let path = adapter_image_around(UnsafeRawPointer(bitPattern: address), &base),
            let file = try? ELFFile(path: String(cString: path))
        else { return nil }
        return file.name(ofAddress: Int(bitPattern: address &- base))
    }

    /// Returns the function that makes the test of a record.
    private func generator(at index: Int) -> Generator? {
        let record = records[index]
        guard record.kind == Self.testKind, let accessor = record.accessor, var type = adapter_generator_type() else {
            return nil
        }
        return withUnsafeTemporaryAllocation(of: Generator.self, capacity: 1) { place in
            guard let start = place.baseAddress, accessor(start, &type, nil, 0) else { return nil }
            return start.move()
        }
    }

    /// Has libTesting look for tests once, to see of which type it asks generators to be: the type is private.
    private static func learnGeneratorType() async {
        if adapter_generator_type() != nil { return }
        adapter_learn_generator_type(true)
        _ = await Testing.Runner.Plan(configuration: Configuration())
        adapter_learn_generator_type(false)
    }
}
