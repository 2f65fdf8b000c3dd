// SPDX-License-Identifier: MIT

/// No ready adapter for XCTest and Swift Testing: a runner that SwiftPM builds compiles the adapter at its first use.
///
/// A released runner has what `ready.sh` writes in place of this file.
public enum AdapterLibrary {
    /// The library's bytes; empty where there is none.
    public static let base64: StaticString = ""
    /// The `cksum` of the libTesting.so for which the library was made.
    public static let checksum: UInt = 0
    /// The size of that libTesting.so, in bytes.
    public static let size: UInt = 0
    /// The place of the run path in the library, which the toolchain's replaces.
    public static let runPath = 0..<0
}
