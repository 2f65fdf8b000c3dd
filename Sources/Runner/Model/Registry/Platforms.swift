// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// The known platform suffixes, and which of them are current (rule 10).
public struct Platforms: Sendable {
    /// The known suffixes, without the underscore.
    private let known: [[UInt8]]
    /// Whether the suffix at the same index of `known` is current.
    private let isCurrent: [Bool]

    /// The suffixes that are known without any option.
    static let builtIn = ["iPhone", "iPad", "Linux", "macOS", "x86_64", "arm64"]

    /// The platforms of this host: its operating system and its processor.
    static var native: [String] {
        #if arch(x86_64)
        ["Linux", "x86_64"]
        #elseif arch(arm64)
        ["Linux", "arm64"]
        #else
        ["Linux"]
        #endif
    }

    /// Adds the platforms of the command line: `current` ones, and `declared` ones that are known but not current.
    public init(current: [String] = [], declared: [String] = []) {
        var names = Self.builtIn
        for name in current + declared where !names.contains(name) { names.append(name) }
        // The longest first, so that "_x86_64" is not read as a declared suffix "64".
        names.sort { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        known = names.map { Array($0.utf8) }
        isCurrent = names.map { Self.native.contains($0) || current.contains($0) }
    }

    /// The support that a name's suffix states: by name if it has no known suffix, otherwise whether that platform is
    /// current.
    ///
    /// The parameters and the number that follow a name in a case's identity follow the suffix as well.
    public func support(of name: UnsafeRawBufferPointer) -> testkit_support {
        guard let index = suffixIndex(of: name) else { return TESTKIT_SUPPORT_BY_NAME }
        return isCurrent[index] ? TESTKIT_SUPPORTED : TESTKIT_UNSUPPORTED
    }

    /// The known suffix of a name, without the underscore; nil if it has none.
    func suffix(of name: UnsafeRawBufferPointer) -> String? {
        suffixIndex(of: name).map { String(decoding: known[$0], as: UTF8.self) }
    }

    /// The index of a name's suffix among the known ones.
    private func suffixIndex(of name: UnsafeRawBufferPointer) -> Int? {
        // Nearly always there is none.
        guard let start = name.baseAddress, memchr(start, 0x5F, name.count) != nil else { return nil }
        let name = Self.plain(name)
        return known.indices.first { index in
            let start = name.count - known[index].count
            guard start >= 1, name[start - 1] == UInt8(ascii: "_") else { return false }
            return name[start...].elementsEqual(known[index])
        }
    }

    /// A name without the parameters and the number that distinguish it from others: "testAdds_Linux(of: Int)#2".
    private static func plain(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var end = name.count
        while end > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(name[end - 1]) { end -= 1 }
        if end == name.count || end == 0 || name[end - 1] != UInt8(ascii: "#") { end = name.count } else { end -= 1 }
        if end > 0, name[end - 1] == UInt8(ascii: ")") {
            end = name[..<end].firstIndex(of: UInt8(ascii: "(")) ?? end
        }
        return UnsafeRawBufferPointer(rebasing: name[..<end])
    }
}
