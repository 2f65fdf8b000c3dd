// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation

/// A test executable in this process.
///
/// The C library opens no file that says it is an executable. So it opens a copy that does not say so; or, where a linker
/// has made use of what only an executable may do, the same objects linked once more, as a library.
struct TestImage {
    /// The loader's handle.
    let handle: UnsafeMutableRawPointer
    /// The files that may have tests, as they are on disk: the opened one, and those next to it that it needs.
    ///
    /// Swift Build puts the tests there.
    let parts: [(path: String, file: ELFFile)]
    /// Where it is kept which line declares which method.
    let placesPath: String
    /// Its main function, if it has one.
    let main: UnsafeMutableRawPointer?

    /// Opens a test executable, or a library with tests.
    init(path: String) throws {
        let file = try ELFFile(path: path)
        var opened = (path: path, file: file)
        let copy = AdaptedCopy(of: path, file)
        if let place = file.executableFlagsPlace {
            opened.path = try copy.make { target in
                if let obstacle = file.obstacle {
                    try Relinking(of: path, because: obstacle).link(to: target, named: copy.name)
                } else {
                    try AdaptedCopy.write(file, flagsAt: place, to: target)
                }
            }
            // A relinked file has its main function at another address.
            opened.file = try ELFFile(path: opened.path)
        }
        let neighbours = Self.openNeighbours(of: path, file)
        guard let handle = dlopen(opened.path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            throw ELFFile.Fault(reason: dlerror().map { String(cString: $0) } ?? "the system's loader gave no reason")
        }
        self.handle = handle
        parts = [opened] + neighbours.compactMap { path in (try? ELFFile(path: path)).map { (path, $0) } }
        placesPath = copy.placesPath(beside: opened.path, of: parts.map(\.file))
        main = Self.main(of: handle, opened.file)
    }

    /// Opens the libraries next to the file that it needs: a copy may be in another directory, and would not find
    /// them by `$ORIGIN`.
    ///
    /// Returns their paths.
    private static func openNeighbours(of path: String, _ file: ELFFile) -> [String] {
        let directory = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
        let paths = file.neededLibraries.map { directory + $0 }.filter { access($0, R_OK) == 0 }
        for path in paths { dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) }
        return paths
    }

    /// The main function: executables do not export it.
    ///
    /// It is where the program begins, or among the symbols, which are many, and none in a stripped file.
    private static func main(of handle: UnsafeMutableRawPointer, _ file: ELFFile) -> UnsafeMutableRawPointer? {
        let base = adapter_image_base(handle)
        if let main = main(startedAt: file.entry, file, base) { return main }
        return file.addresses(of: ["main"])["main"].flatMap {
            UnsafeMutableRawPointer(bitPattern: base + UInt(bitPattern: $0))
        }
    }

    /// The main function that the code passes on where the program begins.
    private static func main(startedAt entry: Int, _ file: ELFFile, _ base: UInt) -> UnsafeMutableRawPointer? {
        // In a library, the address may be that of any code.
        guard file.isProgram, let place = file.place(ofAddress: entry), let size = file.size(ofCodeAt: entry) else {
            return nil
        }
        switch StartCode(bytes: file.bytes[place..<place + size], address: entry).main {
        case .function(let address): return UnsafeMutableRawPointer(bitPattern: base &+ UInt(bitPattern: address))
        case .pointer(let address):
            // A pointer out of the file would be read from foreign memory.
            guard file.place(ofAddress: address) != nil else { return nil }
            return UnsafeRawPointer(bitPattern: base &+ UInt(bitPattern: address))?
                .load(as: UnsafeMutableRawPointer?.self)
        case nil: return nil
        }
    }
}
