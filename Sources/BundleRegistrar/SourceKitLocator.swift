// SPDX-License-Identifier: MIT

import Glibc

/// Finds the SourceKit library of a toolchain.
enum SourceKitLocator {
    /// The library that the options name, that of their toolchain, or that of the `swiftc` in `PATH`.
    ///
    /// Throws ``RegistrarError/noSourceKit(tried:)`` if no toolchain has one. A library that is named outright is not
    /// looked for: loading it shows whether it can be used.
    static func locate(_ options: Options, searchPath: String?) throws(RegistrarError) -> String {
        if let named = options.sourceKit { return named }
        let candidates = toolchains(options, searchPath: searchPath).map { $0 + "/lib/libsourcekitdInProc.so" }
        for candidate in candidates where access(candidate, R_OK) == 0 { return candidate }
        throw .noSourceKit(tried: candidates.isEmpty ? ["lib/libsourcekitdInProc.so beside swiftc"] : candidates)
    }

    /// The directories that may be toolchains, such as `/usr`.
    private static func toolchains(_ options: Options, searchPath: String?) -> [String] {
        if let named = options.toolchain { return [named] }
        return (searchPath ?? "").split(separator: ":").compactMap { directory in
            let compiler = String(directory) + "/swiftc"
            guard access(compiler, X_OK) == 0, let resolved = realpath(compiler, nil) else { return nil }
            defer { free(resolved) }
            // <toolchain>/bin/swiftc; the name may be a link to another program in the same place.
            return String(cString: resolved).split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
                .joined(separator: "/")
        }
    }
}
