// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// Finds the variables of suites and their libraries that a class left with other values, as evidence of pollution.
///
/// Only a diagnosis looks for them: all data of these libraries is copied.
struct DataWatch {
    /// The most bytes of a piece of data that are copied.
    private static let sizeLimit = 64 << 20
    /// The most variables of a library that are named.
    private static let nameLimit = 5

    /// The writable data of a library, as it was.
    private struct Piece {
        /// Where it is, and whose.
        let place: worker_data
        /// The bytes that were there.
        let bytes: [UInt8]
    }

    /// All data that is watched.
    private let pieces: [Piece]

    /// Remembers the data as it is; `adapters` are no suites' libraries.
    init(leavingOut adapters: [String]) {
        let places = [worker_data](unsafeUninitializedCapacity: Int(worker_writable_data(nil, 0))) { buffer, count in
            count = min(buffer.count, Int(worker_writable_data(buffer.baseAddress, buffer.count)))
        }
        pieces = places.compactMap { place in
            let path = String(cString: place.path)
            guard OpenedLibraries.areSuites(path), !adapters.contains(path), place.size <= Self.sizeLimit else {
                return nil
            }
            return Piece(place: place, bytes: Array(UnsafeRawBufferPointer(start: place.start, count: place.size)))
        }
    }

    /// The variables that changed since, in words: "variables of libShared.so: Shared.Cache.entries".
    func changes() -> [String] {
        pieces.compactMap { piece in
            let path = String(cString: piece.place.path)
            guard let sections = ObjectSections(path: path) else { return nil }
            let names = SymbolTable(sections).variables(at: Self.changed(piece)).compactMap(Self.readable)
            if names.isEmpty { return nil }
            let rest = names.count > Self.nameLimit ? " and \(names.count - Self.nameLimit) more" : ""
            return "variables of \(Self.file(path)): " + names.prefix(Self.nameLimit).joined(separator: ", ") + rest
        }
    }

    /// A library's file name; of a test executable that was linked once more, the executable's: that is
    /// ".NAME.CONTENT.testkit.so" (the adapter's AdaptedCopy).
    private static func file(_ path: String) -> String {
        let name = FilePath.name(of: path)
        guard name.hasPrefix("."), name.hasSuffix(AdaptedLibrary.suffixes.library) else { return name }
        return name.split(separator: ".").dropLast(3).joined(separator: ".")
    }

    /// The addresses in the file of the bytes that changed, in order.
    private static func changed(_ piece: Piece) -> [UInt64] {
        guard let start = piece.place.start else { return [] }
        let base = UInt64(UInt(bitPattern: start)) - piece.place.base
        return piece.bytes.withUnsafeBytes { old in
            guard let former = old.baseAddress, memcmp(former, start, old.count) != 0 else { return [] }
            let now = UnsafeRawBufferPointer(start: start, count: old.count)
            return old.indices.lazy.filter { old[$0] != now[$0] }.map { base + UInt64($0) }
        }
    }

    /// The name of a variable as people write it; nil for what is no author's variable.
    ///
    /// Swift's have a `v` for a variable, a `p` for a property and, where they are static, a `Z` at the end of their mangled names;
    /// what else the compiler makes, such as caches, has other ends.
    private static func readable(_ symbol: String) -> String? {
        if symbol.hasPrefix("$s") {
            guard symbol.hasSuffix("vp") || symbol.hasSuffix("vpZ"), !symbol.hasPrefix("$s7TestKit") else { return nil }
        } else if symbol.hasPrefix("_"), !symbol.hasPrefix("_ZN") && !symbol.hasPrefix("_ZL") {
            return nil
        } else if symbol == "completed.0" {
            // Of the compiler's own start-up code.
            return nil
        }
        return FunctionName.readable(symbol)
    }
}
