// SPDX-License-Identifier: MIT

/// The adapter for XCTest and Swift Testing as the toolchain makes it that builds the runner.
///
/// `ready.sh` writes the rest:
/// - `base64`: the library's bytes; empty where the toolchain could not make it.
/// - `checksum` and `size`: what `cksum` says of the libTesting.so for which it was made.
/// - `runPath`: where in the library its run path is, which the toolchain's replaces.
public enum AdapterLibrary {}
