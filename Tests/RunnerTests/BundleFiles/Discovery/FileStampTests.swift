// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import Runner
@testable import RunnerBundleFiles
@testable import RunnerSupport

/// What distinguishes two states of a file whose build identifier is fixed.
struct FileStampTests {
    private let directory = TemporaryDirectory()

    /// Builds a library anew, of the same size and with the same identifier.
    private func build(returning number: Int) throws -> String {
        let source = "int answer(void) { return \(number); }"
        try directory.write(
            try TemporaryDirectory.compile(source, ["-shared", "-Wl,--build-id=0x4711"]), to: "library.so")
        return directory.path("library.so")
    }

    @Test("a stamp's text, by which runs know a build, changes with the file")
    func text() throws {
        let first = FileStamp(path: try build(returning: 1))
        let second = FileStamp(path: try build(returning: 2))
        #expect(first?.text != second?.text)
        #expect(second?.text == FileStamp(path: directory.path("library.so"))?.text)
    }

    @Test("--affected looks at the content of a library of the package")
    func affected() throws {
        try directory.write([], to: "Package.swift")
        let root = CheckoutRoot(of: directory.path(""))
        let numbers = try [1, 2, 1].map { number in
            var files = FileStates()
            return AffectedRun.number(ofLibrary: try build(returning: number), root, &files)
        }
        #expect(numbers[0] != numbers[1] && numbers[0] == numbers[2])
    }

    @Test("a file that changed since the manifest was made is not packed")
    func archive() throws {
        let path = try build(returning: 1)
        let item = ArchiveMaker.Item(
            source: path, version: FileVersion(path: path), file: .init(path: "bundles/library.so", role: .bundle))
        _ = try build(returning: 2)
        let descriptor = open("/dev/null", O_WRONLY)
        defer { close(descriptor) }
        var writer = ArchiveWriter(descriptor)
        #expect(throws: SystemFault.self) { try writer.copy(item) }
    }
}
