// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports
@testable import Runner

/// Files that somebody named, and what may stand in their place.
struct InputFileTests {
    /// A directory for the test.
    private let scratch = TemporaryDirectory()

    /// Puts something other than a file at a path.
    private func make(_ kind: String) throws -> String {
        let path = scratch.path(kind)
        switch kind {
        case "pipe": try #require(mkfifo(path, 0o600) == 0)
        case "directory": try scratch.makeDirectory(kind)
        case "socket":
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
        default: return "/dev/zero"
        }
        return path
    }

    @Test("nothing but a regular file is opened", arguments: ["pipe", "directory", "socket", "device"])
    func regularFiles(kind: String) throws {
        let path = try make(kind)
        #expect(throws: InputFile.Fault.self) { try InputFile(path: path) }
        #expect(throws: SystemFault.self) { try ConfigurationFile(path: path, directory: nil) }
        #expect(throws: SystemFault.self) { try EventSource(path: path) }
        if kind != "pipe" { #expect(throws: SystemFault.self) { try IdentityFile.read(path) } }
    }

    @Test("no record is read from or written to anything else", arguments: ["pipe", "directory", "socket"])
    func recordFiles(kind: String) throws {
        let place = try make(kind)
        for name in ["record", "record.old"] {
            try scratch.makeDirectory("state-\(name)")
            let path = scratch.path("state-\(name)/\(name)")
            try #require(rename(place, path) == 0)
            var warnings: [String] = []
            let file = RecordFile(directory: scratch.path("state-\(name)")) { warnings.append($0) }
            #expect(file.read() == nil)
            file.update { _ in RunRecordTests.sample }
            #expect(warnings.count == 1, "\(warnings)")
            try #require(rename(path, place) == 0)
        }
    }

    @Test("identities come from a pipe by name")
    func namedPipe() throws {
        let path = try make("pipe")
        let writer = Thread {
            // Opens when the reader has, which waits for it.
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            try? file.write(contentsOf: Data("One/M.A\n\nTwo/M.B\r\n".utf8))
            try? file.close()
        }
        writer.start()
        #expect(try IdentityFile.read(path) == ["One/M.A", "Two/M.B"])
    }

    @Test("an empty pipe without a name is an empty list")
    func emptyPipe() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        close(ends[1])
        defer { close(ends[0]) }
        #expect(try IdentityFile.read("/proc/self/fd/\(ends[0])").isEmpty)
    }

    @Test("what is too large is refused before it is read")
    func tooLarge() throws {
        try scratch.write([1, 2, 3], to: "large")
        try #require(truncate(scratch.path("large"), 1 << 40) == 0)
        #expect(throws: InputFile.Fault("the file is larger than 1 MB")) {
            try InputFile(path: scratch.path("large")).readAll(limit: 1 << 20)
        }
        try #require(truncate(scratch.path("large"), 3) == 0)
        #expect(try InputFile(path: scratch.path("large")).readAll(limit: 3) == [1, 2, 3])
        #expect(throws: InputFile.Fault.self) { try InputFile(path: scratch.path("large")).readAll(limit: 2) }
    }
}
