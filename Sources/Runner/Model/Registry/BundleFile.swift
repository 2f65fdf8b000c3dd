// SPDX-License-Identifier: MIT

/// A library that exports the bundle's entry, or a test executable.
///
/// It has not been loaded.
public struct BundleFile: Equatable, Sendable {
    /// The path of the file.
    public let path: String
    /// The first part of its tests' identities.
    public let name: String
    /// Its need of a toolchain; nil if it does not need Swift's library.
    public var swiftNeed: SwiftNeed?
    /// Whether it is a test executable of XCTest and Swift Testing, of which an adapter makes a bundle.
    public var isAdapted = false
    /// Whether there is Swift in a library that may need no library for it; not known of a test executable.
    public var hasSwift = false
    /// Whether it may have debugging information.
    public var hasLines = true
    /// When it was written, in nanoseconds since 1970; nil where that is not known.
    public var written: UInt64?

    /// Makes one from its parts.
    public init(
        path: String, name: String, swiftNeed: SwiftNeed? = nil, isAdapted: Bool = false, hasSwift: Bool = false,
        hasLines: Bool = true, written: UInt64? = nil
    ) {
        self.path = path
        self.name = name
        self.swiftNeed = swiftNeed
        self.isAdapted = isAdapted
        (self.hasSwift, self.hasLines, self.written) = (hasSwift, hasLines, written)
    }

    /// A library's name: its file's, without `lib` before it and `.so` after it; a test executable's, without the ending that the
    /// build system adds.
    public static func baseName(of path: String) -> String {
        let slash = UInt8(ascii: "/")
        // By bytes: characters would take a microsecond of each of a thousand bundles.
        let file = path.utf8.lastIndex { $0 != slash }.map { path.utf8[...$0] } ?? path.utf8.prefix(0)
        var name = String(Substring(file.lastIndex(of: slash).map { file[file.index(after: $0)...] } ?? file))
        for suffix in [".xctest", "-test-runner"] where name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count {
            return String(Substring(name.utf8.dropLast(suffix.utf8.count)))
        }
        if name.hasPrefix("lib"), name.utf8.count > 6 { name = String(Substring(name.utf8.dropFirst(3))) }
        return name.hasSuffix(".so") ? String(Substring(name.utf8.dropLast(3))) : name
    }
}
