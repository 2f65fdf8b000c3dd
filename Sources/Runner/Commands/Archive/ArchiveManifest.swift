// SPDX-License-Identifier: MIT

import RunnerSupport

/// The first file of an archive: which bundles it has, and what each of its files is.
struct ArchiveManifest: Equatable {
    /// The purpose of a file.
    enum Role: String, CaseIterable {
        /// A bundle, or a file that should be one.
        case bundle
        /// A library that something needs.
        case library
        /// The program that writes backtraces for Swift's runtime.
        case tool
        /// A library that opens test executables, or a file that it has made of one.
        case adapter
        /// A file that tests may read.
        case resource
        /// A `testkit.json`.
        case configuration
        /// A source file, for excerpts.
        case source
    }

    /// A file.
    struct File: Equatable {
        /// Its path in the archive.
        var path: String
        /// Its purpose.
        var role: Role
        /// The name of a bundle in identities; nil for other files and for what is no bundle.
        var name: String?
        /// The number that represents its content, in hexadecimal digits.
        var content: String?
        /// The path in the archive of the library that opens it, if it is a test executable.
        var adapter: String?
    }

    /// The name of the manifest in the archive.
    static let path = "testkit-archive.json"
    /// The directory of the bundles in the archive.
    static let bundles = "bundles"
    /// The directory of the sources in the archive.
    static let sources = "sources"
    /// The directory of the libraries that open test executables.
    static let adapters = "adapters"
    /// The place of the program that writes backtraces.
    static let backtracer = "tools/swift-backtrace"
    /// The kind of file that this is.
    static let format = "testkit-archive"
    /// The version of the format.
    static let version = 1
    /// The most bytes of a manifest.
    static let sizeLimit: UInt64 = 64 << 20

    /// The processor that its bundles are for.
    var machine = Self.machine
    /// All files, the bundles first with what opens them, in the order of the run's discovery.
    var files: [File] = []
    /// The directories that `LD_LIBRARY_PATH` is to have, as paths in the archive.
    var searched: [String] = []
    /// The directories that were named and whose `testkit.json` counts, as paths in the archive.
    var configured: [String] = []

    /// The processor of this machine.
    static var machine: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "aarch64"
        #else
        "unknown"
        #endif
    }

    /// The number that represents the content of a file, in hexadecimal digits; nil if it cannot be read.
    static func content(ofFile path: String) -> String? {
        guard let file = try? InputFile(path: path) else { return nil }
        var result = Fingerprint()
        file.add(to: &result)
        return result.value.hexadecimal
    }

    /// The number of files with a role.
    func count(_ role: Role) -> Int { files.count { $0.role == role } }

    /// The manifest as JSON.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", Self.format)
        writer.member("version", Self.version)
        writer.member("machine", machine)
        writer.member("searched", searched)
        writer.member("configured", configured)
        writer.objects("files", files) { writer, file in
            writer.member("path", file.path)
            writer.member("role", file.role.rawValue)
            if let name = file.name { writer.member("name", name) }
            if let content = file.content { writer.member("content", content) }
            if let adapter = file.adapter { writer.member("adapter", adapter) }
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
