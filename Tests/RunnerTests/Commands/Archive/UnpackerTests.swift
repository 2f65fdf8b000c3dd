// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import Runner

/// The limits of an archive on the machine that unpacks it: it changes nothing outside its directory.
struct UnpackerTests {
    /// A directory for the test.
    private let scratch: TemporaryDirectory

    init() throws {
        scratch = TemporaryDirectory()
        try scratch.makeDirectory("in")
    }

    /// Unpacks an archive of a manifest and some entries; returns why it is refused, or nil.
    private func refusal(_ manifest: [UInt8], _ entries: [(TarEntry, [UInt8])]) throws -> String? {
        let path = scratch.path("a.tar")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        var tar = TarWriter(descriptor)
        tar.add(TarEntry(path: ArchiveManifest.path, size: UInt64(manifest.count)), manifest)
        for (entry, bytes) in entries { tar.add(entry, bytes) }
        try #require(tar.end() == nil)
        do {
            _ = try Unpacker.unpack(TarReader(try InputFile(path: path), name: path), into: scratch.path("in"))
        } catch let fault as ArchiveFault { return fault.reason }
        return nil
    }

    /// The same for files of a manifest that names them.
    private func refusal(_ paths: [String], packed: [String]? = nil, content: String? = nil) throws -> String? {
        var manifest = ArchiveManifest()
        manifest.files = paths.map { ArchiveManifest.File(path: $0, role: .resource, content: content) }
        return try refusal(
            manifest.json, (packed ?? paths).map { (TarEntry(path: $0, size: 3), Array("abc".utf8)) })
    }

    /// A file that was unpacked.
    private func unpacked(_ name: String) -> String? {
        try? String(contentsOfFile: scratch.path("in/" + name), encoding: .utf8)
    }

    @Test("files are put in their places")
    func files() throws {
        #expect(try refusal(["bundles/a.so", "bundles/deep/er/b", "sources/code/A.swift"]) == nil)
        #expect(unpacked("bundles/a.so") == "abc")
        #expect(unpacked("bundles/deep/er/b") == "abc")
        #expect(unpacked("sources/code/A.swift") == "abc")
        let mode = try FileManager.default.attributesOfItem(atPath: scratch.path("in/bundles"))[.posixPermissions]
        #expect(mode as? Int == 0o700)
    }

    @Test("paths that lead out are refused", arguments: ["/tmp/x", "../x", "bundles/../../x", "bundles//x", ""])
    func outsidePaths(path: String) throws {
        // In the manifest, and in the archive alone.
        #expect(try refusal([path], packed: []) != nil)
        #expect(try refusal([], packed: [path.isEmpty ? "." : path]) != nil)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("x")))
    }

    @Test("no link is followed")
    func links() throws {
        // Somebody is quicker: a link stands where a directory or a file is to be.
        try scratch.makeDirectory("elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("in/bundles"), withDestinationPath: scratch.path("elsewhere"))
        #expect(try refusal(["bundles/a.so"])?.contains("bundles") == true)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("in/a"), withDestinationPath: scratch.path("elsewhere/a"))
        try? FileManager.default.removeItem(atPath: scratch.path("in/" + ArchiveManifest.path))
        #expect(try refusal(["a"])?.contains("'a'") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("elsewhere")).isEmpty)
    }

    @Test(
        "what is there twice, what is missing, and what the manifest does not name is refused",
        arguments: [(["a"], ["a", "a"], "twice"), (["a", "b"], ["a"], "lacks 'b'"), (["a"], ["a", "c"], "'c'")])
    func misplaced(paths: [String], packed: [String], says: String) throws {
        #expect(try refusal(paths, packed: packed)?.contains(says) == true)
    }

    @Test("a file with another content than the manifest says is refused", arguments: ["abc", "abd"])
    func content(stated: String) throws {
        let reason = try refusal(["b"], content: Fingerprint.of(stated.utf8).hexadecimal)
        #expect(stated == "abc" ? reason == nil : reason?.contains("'b' has changed") == true, "\(reason ?? "")")
    }

    @Test("another machine is refused")
    func otherMachine() throws {
        var manifest = ArchiveManifest()
        manifest.machine = "z80"
        #expect(try refusal(manifest.json, [])?.contains("made for z80") == true)
    }

    @Test(
        "manifests that cannot be are refused",
        arguments: [
            "", "{", "[]", "{}", #"{"format":"testkit-archive"}"#,
            #"{"format":"testkit-archive","version":2,"machine":"x"}"#,
            #"{"format":"testkit-archive","version":1}"#,
            #"{"format":"testkit-archive","version":1,"machine":"x","files":[{}]}"#,
            #"{"format":"testkit-archive","version":1,"machine":"x","files":[{"path":"a","role":"king"}]}"#,
            #"{"format":"testkit-archive","version":1,"machine":"x","files":[{"path":"../a","role":"bundle"}]}"#,
            #"{"format":"testkit-archive","version":1,"machine":"x","files":[{"path":"a","role":"bundle"},{"path":"a","role":"bundle"}]}"#,
            #"{"format":"testkit-archive","version":1,"machine":"x","files":[{"path":"a","role":"bundle","adapter":"/b"}]}"#,
            #"{"format":"testkit-archive","version":1,"machine":"x","files":[{"path":"a","role":"bundle","adapter":"a"}]}"#,
            #"{"format":"testkit-archive","version":1,"machine":"x","searched":["/lib"]}"#,
            #"{"format":"testkit-archive","version":1,"machine":"x","searched":["a:/lib"]}"#,
        ])
    func badManifests(json: String) {
        #expect(throws: FormatFault.self) { try ArchiveManifest(Array(json.utf8)) }
    }

    @Test("a manifest comes back as it was")
    func roundTrip() throws {
        var manifest = ArchiveManifest()
        manifest.files = [
            .init(path: "bundles/x/libA.so", role: .bundle, name: "x:A", content: "0aff"),
            .init(path: "bundles/b.xctest", role: .bundle, name: "b", adapter: "adapters/1/x.so"),
            .init(path: "adapters/1/x.so", role: .adapter),
            .init(path: "libraries/libB.so", role: .library), .init(path: "sources/a\"b.c", role: .source),
        ]
        manifest.searched = ["libraries", "bundles/x"]
        manifest.configured = ["bundles"]
        #expect(try ArchiveManifest(manifest.json) == manifest)
    }

    @Test("an archive without a manifest is refused")
    func withoutManifest() throws {
        let path = scratch.path("plain.tar")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        var tar = TarWriter(descriptor)
        tar.add(TarEntry(path: "libA.so", size: 1), [0])
        try #require(tar.end() == nil)
        let reader = TarReader(try InputFile(path: path), name: path)
        let fault = #expect(throws: ArchiveFault.self) { try Unpacker.unpack(reader, into: scratch.path("in")) }
        #expect(fault?.reason.contains("runner archive") == true)
    }
}
