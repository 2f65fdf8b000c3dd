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
    /// The files that may have tests, as they are on disk: the one that was opened, and those beside it that it needs.
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

    /// Opens the libraries that it needs and that are beside it: a copy may be in another directory, and would not find
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
        #if arch(x86_64)
        if let main = main(startedAt: file.entry, file, base) { return main }
        #endif
        return file.addresses(of: ["main"])["main"].flatMap {
            UnsafeMutableRawPointer(bitPattern: base + UInt(bitPattern: $0))
        }
    }

    #if arch(x86_64)
    /// The main function, as the C library's `_start` has it: its address goes to the register `rdi`, from an instruction
    /// (`lea`) or from the table of addresses (`mov`).
    private static func main(startedAt entry: Int, _ file: ELFFile, _ base: UInt) -> UnsafeMutableRawPointer? {
        // In a library, the address may be that of any code.
        guard file.isProgram, let place = file.place(ofAddress: entry), place + 64 <= file.bytes.count else {
            return nil
        }
        for offset in 0..<48 {
            let code = Array(file.bytes[place + offset..<place + offset + 3])
            guard code[0] == 0x48, code[1] == 0x8D || code[1] == 0x8B, code[2] == 0x3D,
                let distance = try? file.bytes.number(at: place + offset + 3, Int32.self),
                let target = UnsafeRawPointer(bitPattern: base + UInt(bitPattern: entry + offset + 7 + Int(distance)))
            else { continue }
            return code[1] == 0x8D
                ? UnsafeMutableRawPointer(mutating: target)
                : target.load(as: UnsafeMutableRawPointer?.self)
        }
        return nil
    }
    #endif
}
