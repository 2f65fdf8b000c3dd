// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerBundleFiles

/// The adapter's sources, which the runner carries.
struct AdapterSourcesTests {
    /// The directory of the package's sources.
    private static let sources = Checkout.directory.appendingPathComponent("Sources")

    @Test("every file is carried unchanged")
    func unchangedFiles() throws {
        let directory = Self.sources.appending(path: "Adapters/XCTestAdapter")
        let files = try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: directory.path + "/" + name, isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }
        let shared = [
            "Support/include/testkit_bundle.h": "BundleABI/include/testkit_bundle.h",
            "Support/include/conformances.h": "ModuleSection/conformances.h",
            "Support/include/imported_functions.h": "WorkerShims/system/imported_functions.h",
            "Sources/ValueNames.swift": "TestKit/Examples/ValueNames.swift",
        ]
        #expect(AdapterSources.all.map(\.name).sorted() == (files + shared.keys).sorted())
        for source in AdapterSources.all {
            let place = shared[source.name] ?? "Adapters/XCTestAdapter/" + source.name
            let path = Self.sources.path + "/" + place
            let expected = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(Array(source.contents) == Array(expected), "\(source.name)")
        }
    }

    @Test("cache is used only where nobody else may write")
    func cacheOwner() throws {
        let scratch = TemporaryDirectory()
        #expect(FilePath.makeDirectory(scratch.path("a/b/c")))
        #expect(FilePath.makeDirectory(scratch.path("a/b/c")))
        try scratch.write([1], to: "a/b/c/file")
        FilePath.remove(scratch.path("a"))
        #expect(!FileManager.default.fileExists(atPath: scratch.path("a")))
    }

    @Test("the checksum is that of cksum(1)")
    func checksum() throws {
        let scratch = TemporaryDirectory()
        // The check value of the algorithm, as its catalogues have it.
        try scratch.write(Array("123456789".utf8), to: "digits")
        #expect(PosixChecksum.ofFile(at: scratch.path("digits")) == 930_766_865)
        #expect(PosixChecksum.ofFile(at: scratch.path("missing")) == nil)
    }

    @Test("text with six bits to a character becomes bytes again")
    func base64() {
        // The examples of RFC 4648.
        #expect(Base64.decoded("Zm9vYmFy") == Array("foobar".utf8))
        #expect(Base64.decoded("Zm9vYg==") == Array("foob".utf8))
        #expect(Base64.decoded("Zm9vYmE=") == Array("fooba".utf8))
        #expect(Base64.decoded("").isEmpty)
        #expect(Base64.decoded("+/8=") == [0xFB, 0xFF])
    }
}
