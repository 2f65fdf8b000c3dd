// SPDX-License-Identifier: MIT

import AdapterSupport
import XCTest

/// The class methods `setUp()` and `tearDown()` of a subclass of `XCTestCase`.
enum ClassHooks {
    /// The places of the hooks in the table of every class; nil if they were not found.
    private static let places: [Int]? = {
        let base = Words(XCTestCase.self)
        let library = dlopen("libXCTest.so", RTLD_NOW | RTLD_NOLOAD)
        let names = ["$s6XCTest0A4CaseC5setUpyyFZ", "$s6XCTest0A4CaseC8tearDownyyFZ"]
        let places = names.compactMap { name in
            dlsym(library, name).flatMap { symbol in
                (0..<base.count).first { base[$0] == UInt(bitPattern: symbol) }
            }
        }
        return places.count == names.count ? places : nil
    }()

    /// Whether a class or a superclass overrides a hook; true if that is unknown.
    static func areOverridden(by type: XCTestCase.Type) -> Bool {
        guard let places else { return true }
        let (base, own) = (Words(XCTestCase.self), Words(type))
        return places.contains { base[$0] != own[$0] }
    }

    /// The words of a class's metadata, among them the addresses of its methods.
    private struct Words {
        /// Where the metadata says how many bytes it has, and how many of those are before its address.
        private static let sizePlace = 32

        private let start: UnsafeRawPointer
        /// The number of hooks.
        let count: Int

        /// Reads the metadata of a class.
        init(_ type: AnyClass) {
            start = unsafeBitCast(type, to: UnsafeRawPointer.self)
            let size = start.load(fromByteOffset: Self.sizePlace, as: UInt32.self)
            let before = start.load(fromByteOffset: Self.sizePlace + 4, as: UInt32.self)
            count = (Int(size) - Int(before)) / MemoryLayout<UInt>.size
        }

        /// A word.
        subscript(index: Int) -> UInt {
            start.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
        }
    }
}
