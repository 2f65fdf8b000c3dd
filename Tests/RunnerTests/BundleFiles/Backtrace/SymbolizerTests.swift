// SPDX-License-Identifier: MIT

import Foundation
import Testing
import WorkerShims

@testable import RunnerModel
@testable import RunnerBundleFiles

/// The names of the frames of a crash.
struct SymbolizerTests {
    /// A trace of one frame, in a function of the C library's.
    private static func trace() throws -> CrashTrace {
        let symbol = try #require(dlsym(nil, "getpid"))
        let path = try #require(worker_image_path(symbol).map { String(cString: $0) })
        // A handle is a link_map, whose first field is the library's place.
        let library = try #require(dlopen(path, RTLD_LAZY | RTLD_NOLOAD))
        defer { dlclose(library) }
        let base = library.load(as: UInt64.self)
        let address = UInt64(UInt(bitPattern: symbol))
        let frame = CrashTrace.Entry.frame(address: address, isReturn: false, image: 0)
        return CrashTrace(images: [CrashTrace.Image(base: base, path: path)], threads: [[frame]])
    }

    @Test("a function has its name")
    func name() throws {
        let stacks = Symbolizer().stacks(of: try Self.trace())
        #expect(stacks.first?.frames.first?.function.contains("getpid") == true, "\(stacks)")
    }

    @Test("a name that takes too long to find is not left out in silence, the next time neither")
    func late() throws {
        let symbolizer = Symbolizer(limit: 0)
        for _ in 1...2 {
            let stacks = symbolizer.stacks(of: try Self.trace())
            let function = stacks.first?.frames.first?.function ?? ""
            let words = " (its name was not found within 0 s)"
            #expect(function.hasPrefix("0x") && function.hasSuffix(words), "\(function)")
        }
    }
}
