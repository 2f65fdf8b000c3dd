// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerBundleFiles

/// Which library files count as one.
struct LibraryIdentityTests {
    @Test("files of one build identifier are one only if they have the same bytes")
    func sameIdentifier() throws {
        let directory = TemporaryDirectory()
        func write(_ name: String, returning number: Int, build: String) throws -> LibraryIdentity {
            let source = "int answer(void) { return \(number); }"
            let bytes = try TemporaryDirectory.compile(source, ["-shared", "-Wl,--build-id=\(build)"])
            try directory.write(bytes, to: name)
            return LibraryIdentity(path: directory.path(name))
        }
        let one = try write("one.so", returning: 1, build: "0x4711")
        #expect(try one == write("same.so", returning: 1, build: "0x4711"))
        #expect(try one != write("other.so", returning: 2, build: "0x4711"))
        #expect(try write("none.so", returning: 1, build: "none") != write("neither.so", returning: 1, build: "none"))
    }
}
